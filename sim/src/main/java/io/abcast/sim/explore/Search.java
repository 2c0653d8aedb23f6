package io.abcast.sim.explore;

import java.util.Map;

/**
 * A search through the schedules of a {@link StateSpace}. A search runs once. The same thread may read the figures
 * while the search runs.
 */
interface Search {
    /**
     * Runs the search.
     *
     * @param first initial states of the members, without messages in flight
     */
    void run(int[] first);

    /** Number of visited states. {@link BlockSearch} counts expanded states. */
    long looked();

    /** Number of states that wait for expansion. */
    int waiting();

    long transitions();

    /** Length of the longest schedule so far. */
    int deepest();

    /** The limit that ended the search; {@code null} if the search is complete. */
    String incomplete();

    /** The first violation of each invariant. */
    Map<String, FoundViolation> found();
}
