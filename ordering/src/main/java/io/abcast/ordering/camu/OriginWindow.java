package io.abcast.ordering.camu;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.TreeMap;

/**
 * Bounds the number of unfinished multi-partition transactions that an origin has for each other partition. If the
 * origin is no destination and imposes no timestamp, only the origin's leader knows that it has started the
 * transaction. The leader counts a transaction that is not in its log until the submitter reports that it has all
 * answers, or stops repeating the request. The counts are volatile: a new leader begins without counted transactions.
 */
final class OriginWindow {
    /**
     * A transaction counts as finished if its request has not arrived for this number of repeat intervals ({@link
     * CamuConfig#resendNanos}).
     */
    private static final int REPEATS_MISSED = 64;

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

    /** The transaction with the latest request is at the end. */
    private final LinkedHashMap<TxnId, Started> started = new LinkedHashMap<>();

    /** By lane (numbered sequence of a submitter's transactions), then by number. */
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
