package io.abcast.sim.explore;

/** Observes a running exploration and may stop it. All calls come from the exploring thread. */
public interface ExplorationWatch {
    /** Observes nothing and never stops the exploration. */
    ExplorationWatch NONE = new ExplorationWatch() {};

    /**
     * Reports progress. Called often.
     *
     * @param states number of expanded states so far.
     * @param waiting number of known states that are not expanded yet.
     * @param depth length of the longest schedule.
     * @param violations number of violations so far.
     */
    default void progress(long states, long waiting, int depth, int violations) {}

    /** Whether the exploration must end now, although it is incomplete. */
    default boolean stop() {
        return false;
    }
}
