package io.abcast.driver;

/**
 * Counters of a {@link Driver} since its start.
 *
 * @param events number of events that were taken from the inbox.
 * @param batches number of batches that were run.
 * @param flushes number of flushes that were requested from the storage.
 * @param submitted number of requests that were handed to the node.
 * @param delivered number of entries that were handed to the application.
 * @param answered number of requests that were answered by their delivery.
 * @param refused number of requests that the node refused.
 * @param timedOut number of requests and reads that were not answered in time.
 * @param reads number of linearizable reads that were requested.
 * @param readGroups number of groups of reads for which the node was asked to confirm its leadership.
 * @param early number of frames that were dropped because the node had not started.
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
    /** The figures of a driver that has not started. */
    public static final DriverFigures NONE = new DriverFigures(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}
