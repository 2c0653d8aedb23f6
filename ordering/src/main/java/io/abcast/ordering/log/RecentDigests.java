package io.abcast.ordering.log;

import io.abcast.kernel.Digest;
import java.util.TreeMap;

/** The digests of the order at its last slots, as far as this member has applied, replayed or installed them. */
final class RecentDigests {
    private final int slotsMax;

    /** By slot. An empty slot may be left out: its digest is that of the slot before it. */
    private final TreeMap<Long, Digest> digests = new TreeMap<>();

    /** @param slotsMax slots that are kept */
    RecentDigests(int slotsMax) {
        this.slotsMax = slotsMax;
    }

    /** The order has come to its present slot. */
    void add(Order order) {
        if (order.digest() == null) return;
        digests.put(order.slot(), order.digest());
        if (digests.size() > slotsMax) digests.pollFirstEntry();
    }

    /** The order was replaced. */
    void restart(Order order) {
        digests.clear();
        add(order);
    }

    /** Of the order up to that slot, which it has reached; {@code null}: not known. */
    Digest at(long slot) {
        var entry = digests.floorEntry(slot);
        return entry == null ? null : entry.getValue();
    }
}
