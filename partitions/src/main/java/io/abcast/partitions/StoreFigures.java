package io.abcast.partitions;

/**
 * Figures of a replica at one moment.
 *
 * @param delivered seq of the last delivered transaction
 * @param executed seq up to which all transactions are executed
 * @param committed transactions that this process has committed since its start
 * @param aborted transactions that this process has aborted since its start
 * @param waiting transactions that have their locks and wait for values of other partitions
 * @param locks keys that are locked, or for which a transaction waits
 * @param retainedBytes values that are kept for other replicas, in bytes
 * @param dropped retained values that were dropped because of the bound
 * @param asked requests for values that were sent
 * @param malformed malformed messages that were dropped
 */
public record StoreFigures(
        long delivered,
        long executed,
        long committed,
        long aborted,
        int waiting,
        int locks,
        long retainedBytes,
        long dropped,
        long asked,
        long malformed) {}
