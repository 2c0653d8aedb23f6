package io.abcast.driver;

/**
 * The counters of a {@link Driver}, each of which counts from the driver's start.
 *
 * @param events number of events that the driver has taken from the inbox
 * @param batches number of batches that the driver has run.
 * @param flushes number of times that the driver has asked the storage for a flush
 * @param submitted number of requests that the driver has passed to the node.
 * @param delivered number of entries that the driver has handed to the application
 * @param answered number of requests of local callers that this member has answered because it delivered them.
 * @param refused number of requests of local callers that the node has refused
 * @param timedOut number of requests and reads without an answer within their time limit.
 * @param reads number of linearizable reads that callers have requested.
 * @param readGroups number of groups of linearizable reads for which the driver has asked the node to confirm its
 *     leadership.
 * @param early number of frames that the driver has dropped because the node had not started
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
    /** The counters of a driver that has not started: all counters are 0. */
    public static final DriverFigures NONE = new DriverFigures(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}
