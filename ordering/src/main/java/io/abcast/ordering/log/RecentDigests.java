package io.abcast.ordering.log;

import io.abcast.kernel.Digest;
import java.util.TreeMap;

/** Keeps the digests of the order at the last slots that this member has applied, replayed or installed. */
final class RecentDigests {
    private final int slotsMax;

    /**
     * The digest of the order up to each kept slot, by slot, without some empty slots; at most {@link #slotsMax}
     * digests.
     */
    private final TreeMap<Long, Digest> digests = new TreeMap<>();

    RecentDigests(int slotsMax) {
        this.slotsMax = slotsMax;
    }

    void add(Order order) {
        if (order.digest() == null) return;
        digests.put(order.slot(), order.digest());
        if (digests.size() > slotsMax) digests.pollFirstEntry();
    }

    void restart(Order order) {
        digests.clear();
        add(order);
    }

    Digest at(long slot) {
        var entry = digests.floorEntry(slot);
        return entry == null ? null : entry.getValue();
    }
}
