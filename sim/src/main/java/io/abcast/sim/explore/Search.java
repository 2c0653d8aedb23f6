package io.abcast.sim.explore;

import java.util.Map;

/**
 * A search through the schedules of a {@link StateSpace}. While a search runs, only its own thread may read its counts
 * and results.
 */
interface Search {
    /** {@code first} has the initial states of the members, without messages in flight. */
    void run(int[] first);

    /** Number of global states that the search has visited; for a {@link BlockSearch}, only expanded states. */
    long looked();

    int waiting();

    long transitions();

    int deepest();

    /** The limit that ended the search early; {@code null} if the search is complete. */
    String incomplete();

    Map<String, FoundViolation> found();
}
