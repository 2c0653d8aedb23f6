package io.abcast.ordering.log;

import io.abcast.kernel.Digest;
import java.util.TreeMap;

/** Keeps the digests of the order at the last slots that this member has applied, replayed or installed. */
final class RecentDigests {
    private final int slotsMax;

    /**
     * The digest of the order up to each kept slot, by slot. The map may lack an empty slot, because the digest does
     * not change in an empty slot. The map contains at most {@link #slotsMax} digests.
     */
    private final TreeMap<Long, Digest> digests = new TreeMap<>();

    /**
     * Creates an empty store of digests.
     *
     * @param slotsMax maximum number of digests that are kept, one for each slot
     */
    RecentDigests(int slotsMax) {
        this.slotsMax = slotsMax;
    }

    /** Stores the present digest of the order under the order's present slot. */
    void add(Order order) {
        if (order.digest() == null) return;
        digests.put(order.slot(), order.digest());
        if (digests.size() > slotsMax) digests.pollFirstEntry();
    }

    /** Replaces all kept digests by the digest of {@code order}, the new order of this member. */
    void restart(Order order) {
        digests.clear();
        add(order);
    }

    /** The digest of the order up to {@code slot}; {@code null} if this member does not keep the digest of the slot. */
    Digest at(long slot) {
        var entry = digests.floorEntry(slot);
        return entry == null ? null : entry.getValue();
    }
}
