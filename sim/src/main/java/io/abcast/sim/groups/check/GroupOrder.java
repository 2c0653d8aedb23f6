package io.abcast.sim.groups.check;

import io.abcast.kernel.GroupTimestamp;
import java.util.Arrays;

/**
 * The order of one group: for each place the transaction and timestamp of the first replica that delivered this place.
 * Places are counted from 1.
 */
public final class GroupOrder {
    /**
     * Upper bound on the distance between a new place and the highest known one. A record ignores deliveries beyond;
     * {@link GroupPrefix} reports them.
     */
    static final int PLACES_AHEAD_MAX = 1 << 20;

    private GroupTxn[] txns = new GroupTxn[64];
    private GroupTimestamp[] timestamps = new GroupTimestamp[64];
    private int size;
    private int known;

    /** The highest place that a replica has delivered. */
    public int size() {
        return size;
    }

    /** The transaction at the place; {@code null} if no replica has delivered the place. */
    public GroupTxn txn(long place) {
        return place < 1 || place > size ? null : txns[(int) place];
    }

    GroupTimestamp timestamp(long place) {
        return timestamps[(int) place];
    }

    /** Whether there is a place that no replica has delivered, below a delivered place. */
    boolean hasGap() {
        return known < size;
    }

    /** Whether the order can have this place. */
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
