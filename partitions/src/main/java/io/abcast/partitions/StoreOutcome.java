package io.abcast.partitions;

import io.abcast.kernel.GroupTimestamp;
import java.util.List;

/**
 * The outcome of a transaction. The status of a transaction is the same at all its destinations.
 *
 * @param timestamp position of the transaction in the order of all partitions
 * @param status whether the transaction was committed, or why it was aborted.
 * @param reason reason why the transaction was aborted; empty for a committed transaction
 * @param partitions names of the destinations of the transaction, sorted.
 * @param results the answer of the procedure at each destination, in the order of {@code partitions}; empty arrays
 *     after an abort
 */
public record StoreOutcome(
        GroupTimestamp timestamp,
        Status status,
        String reason,
        List<String> partitions,
        List<byte[]> results) {

    /** The ways in which a transaction can end: commit or abort. */
    public enum Status {
        COMMITTED,
        ABORTED,
        /**
         * Outcome of a transaction that aborted because its keys, which the store had found by a query before, were no
         * longer right.
         */
        STALE
    }

    public boolean committed() {
        return status == Status.COMMITTED;
    }

    /**
     * Returns the procedure's answer at the destination {@code partition}.
     *
     * @throws IllegalArgumentException if {@code partition} was no destination of the transaction
     */
    public byte[] result(String partition) {
        int index = partitions.indexOf(partition);
        if (index < 0)
            throw new IllegalArgumentException(
                    "partition: expected one of " + partitions + ", got " + partition);
        return results.get(index);
    }
}
