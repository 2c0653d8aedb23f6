package io.abcast.sim.explore;

import java.util.Map;

/**
 * A search through the schedules of a {@link StateSpace}. Each search object runs only once. While a search runs, only
 * its own thread may read its counts and results.
 */
interface Search {
    /**
     * Runs the search of schedules from the given member states.
     *
     * @param first initial states of the members, without messages in flight
     */
    void run(int[] first);

    /** Number of global states that the search has visited; for a {@link BlockSearch}, only expanded states. */
    long looked();

    /** Number of global states that wait until the search expands them. */
    int waiting();

    long transitions();

    /** Length of the longest schedule that the search has run so far. */
    int deepest();

    /** The limit that ended the search early; {@code null} if the search is complete. */
    String incomplete();

    /** The first violation of each invariant that the search found, by the name of the invariant. */
    Map<String, FoundViolation> found();
}
