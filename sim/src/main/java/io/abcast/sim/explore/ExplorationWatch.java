package io.abcast.sim.explore;

/** Looks on while an exploration runs. All calls come from the thread that explores. */
public interface ExplorationWatch {
    /** Looks at nothing and never stops it. */
    ExplorationWatch NONE = new ExplorationWatch() {};

    /**
     * Called often.
     *
     * @param states looked at so far
     * @param waiting states known and not looked at yet
     * @param depth of the longest schedule
     * @param violations found so far
     */
    default void progress(long states, long waiting, int depth, int violations) {}

    /** Whether the exploration is to end now, incomplete. */
    default boolean stop() {
        return false;
    }
}
