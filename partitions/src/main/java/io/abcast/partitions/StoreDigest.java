package io.abcast.partitions;

/**
 * Digest of all transactions that a replica of a store has executed. Replicas of a partition that have executed the
 * same deliveries have equal digests, unless the code has a defect. A digest does not withstand an attacker.
 *
 * @param order digest of the delivered transactions and their order
 * @param writes digest of the outcomes of the delivered transactions and of the rows that they have written
 */
public record StoreDigest(long order, long writes) {
    public static final StoreDigest ZERO = new StoreDigest(0, 0);

    @Override
    public String toString() {
        return String.format("%016x/%016x", order, writes);
    }
}
