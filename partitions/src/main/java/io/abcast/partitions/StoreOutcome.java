package io.abcast.partitions;

import io.abcast.kernel.GroupTimestamp;
import java.util.List;

/**
 * The outcome of a transaction. All partitions of a transaction have the same status.
 *
 * @param timestamp place of the transaction in the order of all partitions
 * @param status how the transaction ended
 * @param reason reason of an abort; empty for a committed transaction
 * @param partitions names of the partitions of the transaction, sorted
 * @param results the answer of the procedure in each of the partitions; empty arrays after an abort
 */
public record StoreOutcome(
        GroupTimestamp timestamp,
        Status status,
        String reason,
        List<String> partitions,
        List<byte[]> results) {

    /** How a transaction ended. */
    public enum Status {
        COMMITTED,
        ABORTED,
        /** Aborted, because the keys that were found before the transaction were no longer right. */
        STALE
    }

    public boolean committed() {
        return status == Status.COMMITTED;
    }

    /**
     * Returns the answer of one partition.
     *
     * @throws IllegalArgumentException if the transaction did not concern this partition
     */
    public byte[] result(String partition) {
        int index = partitions.indexOf(partition);
        if (index < 0)
            throw new IllegalArgumentException(
                    "partition: expected one of " + partitions + ", got " + partition);
        return results.get(index);
    }
}
