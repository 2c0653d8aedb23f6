package io.abcast.workloads.micro;

/**
 * Settings of the workload.
 *
 * @param partitions number of partitions
 * @param keys records of each partition
 * @param multiPercent share of the transactions with several partitions, in percent
 * @param span partitions of such a transaction
 * @param hotKeys records of each partition of which every transaction uses one; 0: no such records
 * @param readPercent share of the transactions that only read, in percent
 */
public record MicroSettings(
        int partitions, int keys, int multiPercent, int span, int hotKeys, int readPercent) {
    /** Records that a transaction uses, over all its partitions. */
    public static final int KEYS_PER_TRANSACTION = 10;
}
