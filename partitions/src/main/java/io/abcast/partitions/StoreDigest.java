package io.abcast.partitions;

/**
 * Digest of all that a replica has executed. Replicas of a partition have equal digests at equal seq. The digest finds
 * defects; it does not withstand an attacker.
 *
 * @param order digest of the delivered transactions and their order
 * @param writes digest of the transactions' outcomes and writes
 */
public record StoreDigest(long order, long writes) {
    public static final StoreDigest ZERO = new StoreDigest(0, 0);

    @Override
    public String toString() {
        return String.format("%016x/%016x", order, writes);
    }
}
