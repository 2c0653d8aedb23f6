package io.abcast.ordering.camu;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.TreeMap;

/**
 * Bounds the unfinished multis of an origin for each other partition. The log of the origin knows its unfinished multis
 * if it is a destination or imposes the timestamp. Otherwise only the leader knows that it has started a multi: until the
 * low-water mark of the lane passes the multi, or its submitter no longer repeats the request. Volatile state of a
 * leader.
 */
final class OriginWindow {
    /** A request that is not repeated for this number of repeat intervals is finished. */
    private static final int REPEATS_MISSED = 64;

    /** A multi that this leader has started and that its log does not contain. */
    private static final class Started {
        final CamuTxn txn;
        long nanos;

        Started(CamuTxn txn) {
            this.txn = txn;
        }
    }

    private final int group;
    private final CamuConfig config;
    private final PartitionState state;
    private final Front front;

    /** In the order in which their requests came last. */
    private final LinkedHashMap<TxnId, Started> started = new LinkedHashMap<>();

    /** The same by lane, and by number in the lane. */
    private final HashMap<TxnId, TreeMap<Long, Started>> lanes = new HashMap<>();

    private final int[] startedTo;
    private final long[] startedBytesTo;

    OriginWindow(PartitionState state, int groups, CamuConfig config, Front front) {
        this.state = state;
        this.config = config;
        this.front = front;
        group = state.group();
        startedTo = new int[groups];
        startedBytesTo = new long[groups];
    }

    /** Whether the leader has no place for a request, which it has not logged. */
    boolean isFull(CamuTxn txn, long nowNanos) {
        finish(txn, nowNanos);
        if (started.containsKey(txn.id())) return false;
        for (int other : txn.groups()) if (other != group && isFullFor(other)) return true;
        return false;
    }

    private boolean isFullFor(int other) {
        OutStream stream = state.out(other);
        Multis multis = state.multis();
        return multis.openTo(other) + front.openTo(other) + startedTo[other]
                        >= config.windowMultis()
                || multis.bytesTo(other) + front.bytesTo(other) + startedBytesTo[other]
                        >= config.windowBytes()
                || stream.size() >= 4L * config.windowMultis()
                || stream.bytes() >= config.windowBytes();
    }

    /** The leader starts a multi of which its partition is no destination. */
    void start(CamuTxn txn, long nowNanos) {
        Started one = started.remove(txn.id());
        if (one == null) {
            one = new Started(txn);
            lanes.computeIfAbsent(txn.id().lane(), lane -> new TreeMap<>())
                    .put(txn.id().number(), one);
            count(txn, 1);
        }
        one.nanos = nowNanos;
        started.put(txn.id(), one);
    }

    /** Forgets the multis that are finished, as the request says or as time has shown. */
    private void finish(CamuTxn request, long nowNanos) {
        TreeMap<Long, Started> lane = lanes.get(request.id().lane());
        while (lane != null && !lane.isEmpty() && lane.firstKey() <= request.answered()) {
            CamuTxn txn = lane.firstEntry().getValue().txn;
            started.remove(txn.id());
            finished(txn);
        }
        for (Iterator<Started> i = started.values().iterator(); i.hasNext(); ) {
            Started eldest = i.next();
            if (nowNanos - eldest.nanos <= REPEATS_MISSED * config.resendNanos()) break;
            i.remove();
            finished(eldest.txn);
        }
    }

    private void finished(CamuTxn txn) {
        TxnId key = txn.id().lane();
        TreeMap<Long, Started> lane = lanes.get(key);
        lane.remove(txn.id().number());
        if (lane.isEmpty()) lanes.remove(key);
        count(txn, -1);
    }

    private void count(CamuTxn txn, int sign) {
        for (int other : txn.groups()) {
            startedTo[other] += sign;
            startedBytesTo[other] += sign * (long) txn.bytes();
        }
    }
}
