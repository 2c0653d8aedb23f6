package io.abcast.sim.explore;

import java.util.Map;

/** One way through the schedules of a {@link StateSpace}. Runs once; the figures may be read while it runs, by the same thread. */
interface Search {
    /** @param first the states of the members at the beginning, without a message in flight */
    void run(int[] first);

    /** States that were visited; those of {@link BlockSearch} were expanded as well. */
    long looked();

    /** States that are still to be expanded. */
    int waiting();

    long transitions();

    /** Length of the longest schedule so far. */
    int deepest();

    /** The limit that ended the search, or {@code null} if it is complete. */
    String incomplete();

    /** By invariant, the first violation. */
    Map<String, FoundViolation> found();
}
