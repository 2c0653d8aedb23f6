package io.abcast.partitions;

/**
 * Counters of a replica of a store at one moment.
 *
 * @param delivered number of the last transaction that was delivered to the replica
 * @param executed number of the last delivery such that the replica has executed it and all deliveries before it.
 * @param committed number of transactions that the replica's process has committed since its start
 * @param aborted number of transactions that the replica's process has aborted since its start.
 * @param waiting number of transactions that have their locks and wait for values of rows in other partitions.
 * @param locks number of keys that are locked, or for which a transaction waits.
 * @param retainedBytes bytes of the row values that the replica keeps for other replicas.
 * @param dropped number of kept row values that the replica has dropped because of the bound {@code
 *     StoreOptions.readsBytesMax}.
 * @param asked number of requests for row values that the replica has sent to other replicas
 * @param malformed number of malformed messages of other replicas that the replica has dropped
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
