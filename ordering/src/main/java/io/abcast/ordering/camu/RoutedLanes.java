package io.abcast.ordering.camu;

import java.util.Iterator;
import java.util.LinkedHashMap;

/**
 * The highest number of each lane that a leader has routed. A request with a lower number may have been routed before,
 * although it does not say so, because the network may repeat a message. A lane is forgotten when no request of it has
 * come for a time in which all its messages have disappeared.
 */
final class RoutedLanes {
    /** Maximum number of lanes. Beyond it, requests of further lanes count as routed before, which is safe. */
    static final int LANES_MAX = 1 << 17;

    private static final class Lane {
        long highest;
        long usedNanos;
    }

    private final long ttlNanos;

    /** By lane, the one that was used last at the end. */
    private final LinkedHashMap<TxnId, Lane> lanes = new LinkedHashMap<>(16, 0.75f, true);

    /** @param ttlNanos maximum life of a message */
    RoutedLanes(long ttlNanos) {
        this.ttlNanos = ttlNanos;
    }

    /**
     * Records that the leader routes a transaction.
     *
     * @return whether this leader has certainly not routed it before
     */
    boolean routes(TxnId id, long nowNanos) {
        forget(nowNanos);
        TxnId key = id.lane();
        Lane lane = lanes.get(key);
        if (lane == null) {
            if (lanes.size() == LANES_MAX) return false;
            lane = new Lane();
            lanes.put(key, lane);
        }
        lane.usedNanos = nowNanos;
        boolean isFirst = lane.highest < id.number();
        if (isFirst) lane.highest = id.number();
        return isFirst;
    }

    private void forget(long nowNanos) {
        for (Iterator<Lane> i = lanes.values().iterator(); i.hasNext(); ) {
            if (nowNanos - i.next().usedNanos <= ttlNanos) return;
            i.remove();
        }
    }

    /** Number of lanes. */
    int size() {
        return lanes.size();
    }
}
