package io.abcast.driver;

/**
 * Counters of a {@link Driver} since its start.
 *
 * @param events events taken.
 * @param batches batches run.
 * @param flushes storage flushes requested.
 * @param submitted requests handed to the node.
 * @param delivered entries handed to the application.
 * @param answered requests answered by their delivery.
 * @param refused requests refused by the node.
 * @param timedOut requests and reads that were not answered in time.
 * @param reads linearizable reads requested.
 * @param readGroups groups of reads that the node confirmed or was asked to confirm.
 * @param early frames dropped because the node had not started.
 */
public record DriverFigures(
        long events,
        long batches,
        long flushes,
        long submitted,
        long delivered,
        long answered,
        long refused,
        long timedOut,
        long reads,
        long readGroups,
        long early) {
    /** Figures of a driver that has not started. */
    public static final DriverFigures NONE = new DriverFigures(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}
