package io.abcast.sim.explore;

/**
 * Observes a running exploration and may stop it. The explorer calls a watch only from the thread of the exploration.
 */
public interface ExplorationWatch {
    /** A watch that observes nothing and never stops the exploration. */
    ExplorationWatch NONE = new ExplorationWatch() {};

    /**
     * Reports the progress of the exploration.
     *
     * @param states number of states that the exploration has expanded so far.
     * @param waiting number of known states that the exploration has not expanded yet.
     * @param depth length of the longest schedule that was run so far.
     * @param violations number of violations of invariants so far.
     */
    default void progress(long states, long waiting, int depth, int violations) {}

    /** Whether the exploration must end now, although it is incomplete. */
    default boolean stop() {
        return false;
    }
}
