package io.abcast.sim.groups.check;

import io.abcast.kernel.GroupTimestamp;
import java.util.Arrays;

/** The order in which one group delivers transactions. Places in the order of a group are counted from 1. */
public final class GroupOrder {
    /**
     * Maximum distance of a new place from the highest known place; {@link GroupPrefix} reports a delivery beyond this
     * distance.
     */
    static final int PLACES_AHEAD_MAX = 1 << 20;

    private GroupTxn[] txns = new GroupTxn[64];
    private GroupTimestamp[] timestamps = new GroupTimestamp[64];
    private int size;
    private int known;

    /** The highest place that a replica of the group has delivered. */
    public int size() {
        return size;
    }

    /** The transaction at the place {@code place} of the order; {@code null} if no replica has delivered the place. */
    public GroupTxn txn(long place) {
        return place < 1 || place > size ? null : txns[(int) place];
    }

    GroupTimestamp timestamp(long place) {
        return timestamps[(int) place];
    }

    boolean hasGap() {
        return known < size;
    }

    boolean accepts(long place) {
        return place >= 1 && place <= (long) size + PLACES_AHEAD_MAX;
    }

    void set(int place, GroupTxn txn, GroupTimestamp timestamp) {
        assert txn(place) == null : place + " has " + txn(place).id();
        if (place >= txns.length) {
            int length = Math.max(place + 1, txns.length * 2);
            txns = Arrays.copyOf(txns, length);
            timestamps = Arrays.copyOf(timestamps, length);
        }
        txns[place] = txn;
        timestamps[place] = timestamp;
        size = Math.max(size, place);
        known++;
    }
}
