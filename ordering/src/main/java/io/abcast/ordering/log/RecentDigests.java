package io.abcast.ordering.log;

import io.abcast.kernel.Digest;
import java.util.TreeMap;

/** The digests of the order at the last slots that this member has applied, replayed or installed. */
final class RecentDigests {
    private final int slotsMax;

    /**
     * By slot: the digest of the order up to the slot. An empty slot may be missing in the map, because its digest is
     * that of the slot before it. The map has at most {@link #slotsMax} slots.
     */
    private final TreeMap<Long, Digest> digests = new TreeMap<>();

    /**
     * Creates the store.
     *
     * @param slotsMax maximum number of digests that are kept
     */
    RecentDigests(int slotsMax) {
        this.slotsMax = slotsMax;
    }

    /** Stores the digest of the order at the order's present slot. */
    void add(Order order) {
        if (order.digest() == null) return;
        digests.put(order.slot(), order.digest());
        if (digests.size() > slotsMax) digests.pollFirstEntry();
    }

    /** Forgets all digests, and stores the digest of an order that replaces the previous order. */
    void restart(Order order) {
        digests.clear();
        add(order);
    }

    /** The digest of the order up to slot {@code slot}; {@code null} if the digest is not kept. */
    Digest at(long slot) {
        var entry = digests.floorEntry(slot);
        return entry == null ? null : entry.getValue();
    }
}
