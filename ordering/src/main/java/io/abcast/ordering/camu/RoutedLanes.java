package io.abcast.ordering.camu;

import java.util.Iterator;
import java.util.LinkedHashMap;

/**
 * Keeps, by lane (sequence of a session's transactions), the highest number of a transaction that a leader has routed.
 * The leader may already have routed a request with a lower number before, even if the request is marked as a first
 * attempt, because the network may duplicate messages. The leader forgets a lane (sequence of a session's transactions)
 * after {@code ttlNanos} ns without requests, because by then the network holds no more messages of the lane.
 */
final class RoutedLanes {
    /**
     * In further lanes, all requests count as routed before, which is safe, because the timestamps of their
     * transactions are then decided by votes.
     */
    static final int LANES_MAX = 1 << 17;

    private static final class Lane {
        long highest;
        long usedNanos;
    }

    private final long ttlNanos;

    private final LinkedHashMap<TxnId, Lane> lanes = new LinkedHashMap<>(16, 0.75f, true);

    /** @param ttlNanos maximum time in ns for which the network can hold a message */
    RoutedLanes(long ttlNanos) {
        this.ttlNanos = ttlNanos;
    }

    /** @return whether this leader has certainly not routed the transaction before this call */
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

    int size() {
        return lanes.size();
    }
}
