package io.abcast.workloads.micro;

/**
 * Settings of the workload {@code micro}.
 *
 * @param partitions number of partitions of the store
 * @param keys number of records of each partition
 * @param multiPercent percentage of the transactions that use several partitions
 * @param span number of partitions that a transaction with several partitions uses
 * @param hotKeys number of hot (often used) records of each partition, of which every transaction uses one; 0 if there
 *     are no hot records
 * @param readPercent percentage of the transactions that only read
 */
public record MicroSettings(
        int partitions, int keys, int multiPercent, int span, int hotKeys, int readPercent) {
    /** Number of records that a transaction of {@code micro} uses in all its partitions together. */
    public static final int KEYS_PER_TRANSACTION = 10;
}
