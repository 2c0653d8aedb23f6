package io.abcast.partitions.replica;

import io.abcast.kernel.GroupDelivery;
import io.abcast.partitions.StoreDigest;
import io.abcast.partitions.order.ReplicaPort;
import io.abcast.partitions.rows.ByteHash;
import java.util.Map;
import java.util.TreeMap;

/**
 * Computes the digest of a replica over the order, the outcomes and the writes of all executed transactions. After
 * every {@code every} deliveries, the replica compares its digest with the digest on which f+1 replicas agree (f:
 * tolerated faulty replicas). Transactions may end in any order, so the digest of the writes is a sum of one digest per
 * transaction. Not thread-safe.
 */
final class DigestWatch {
    private static final int WAITING_MAX = 64;

    private static final class Interval {
        private long order;

        private long writes;

        private int missing;

        Interval(int missing) {
            this.missing = missing;
        }
    }

    private final int every;
    private final ReplicaPort port;

    /** The intervals in which some transaction has not ended, by the number (seq) of the interval's last delivery. */
    private final TreeMap<Long, Interval> intervals = new TreeMap<>();

    private final TreeMap<Long, StoreDigest> own = new TreeMap<>();

    /**
     * Digests on which f+1 replicas agree and which this replica cannot compare yet, by the number (seq) of the
     * delivery.
     */
    private final TreeMap<Long, StoreDigest> agreed = new TreeMap<>();

    private long order;

    private long writes;

    /**
     * The digest at the last {@link #freeze}, to which {@link #frozen} adds the transactions that had not ended then.
     */
    private StoreDigest frozen = StoreDigest.ZERO;

    private long frozenSeq;

    /**
     * Number (seq) of the last delivery at which this replica's digest equalled the digest of f+1 replicas; 0 before
     * the first comparison.
     */
    private long equalThrough;

    DigestWatch(int every, ReplicaPort port) {
        this.every = every;
        this.port = port;
    }

    StoreDigest present() {
        long sum = writes;
        for (Interval each : intervals.values()) sum += each.writes;
        return new StoreDigest(order, sum);
    }

    void restored(long seq, StoreDigest digest) {
        order = digest.order();
        writes = digest.writes();
        equalThrough = seq;
    }

    static long order(long before, long seq, GroupDelivery delivery) {
        long order = ByteHash.of(before, seq);
        order = ByteHash.of(order, delivery.timestamp().clock());
        order = ByteHash.of(order, delivery.timestamp().session());
        order = ByteHash.of(order, delivery.timestamp().number());
        return ByteHash.of(order, delivery.payload());
    }

    static long writes(long seq, TransactionTask ended) {
        return ByteHash.of(ByteHash.of(seq, ended.status().ordinal()), ended.writesHash());
    }

    void delivered(GroupDelivery delivery) {
        long seq = delivery.seq();
        order = order(order, seq, delivery);
        long end = endOf(seq);
        Interval interval =
                intervals.computeIfAbsent(end, e -> new Interval((int) (end - seq) + 1));
        if (seq == end) interval.order = order;
    }

    private long endOf(long seq) {
        return (seq + every - 1) / every * every;
    }

    /**
     * @return a description of the first difference between this replica's digest and the digest of f+1 replicas;
     *     {@code null} if they are equal
     */
    String ended(TransactionTask task) {
        long seq = task.delivery.seq();
        long hash = writes(seq, task);
        if (seq <= frozenSeq) frozen = new StoreDigest(frozen.order(), frozen.writes() + hash);
        Interval interval = intervals.get(endOf(seq));
        interval.writes += hash;
        interval.missing--;
        String difference = null;
        while (difference == null && !intervals.isEmpty()) {
            Map.Entry<Long, Interval> first = intervals.firstEntry();
            if (first.getValue().missing > 0) break;
            intervals.pollFirstEntry();
            difference = complete(first.getKey(), first.getValue());
        }
        return difference;
    }

    private String complete(long end, Interval interval) {
        writes += interval.writes;
        StoreDigest digest = new StoreDigest(interval.order, writes);
        own.put(end, digest);
        if (own.size() > WAITING_MAX) own.pollFirstEntry();
        port.digest(end, digest);
        return compare();
    }

    void freeze(long seq) {
        frozenSeq = seq;
        frozen = present();
    }

    /**
     * Returns the digest after all deliveries up to the last {@link #freeze}; called only when all these transactions
     * have ended.
     */
    StoreDigest frozen() {
        frozenSeq = 0;
        return frozen;
    }

    String onAgreed(long seq, StoreDigest digest) {
        agreed.put(seq, digest);
        if (agreed.size() > WAITING_MAX) agreed.pollFirstEntry();
        return compare();
    }

    private String compare() {
        while (!own.isEmpty() && !agreed.isEmpty()) {
            Map.Entry<Long, StoreDigest> mine = own.firstEntry();
            Map.Entry<Long, StoreDigest> shared = agreed.firstEntry();
            long seq = mine.getKey();
            if (seq < shared.getKey()) own.pollFirstEntry();
            else if (seq > shared.getKey()) agreed.pollFirstEntry();
            else {
                if (!mine.getValue().equals(shared.getValue()))
                    return difference(seq, mine.getValue(), shared.getValue());
                equalThrough = seq;
                own.pollFirstEntry();
                agreed.pollFirstEntry();
            }
        }
        return null;
    }

    private String difference(long seq, StoreDigest mine, StoreDigest shared) {
        String what = mine.order() == shared.order() ? "writes differ" : "orders differ";
        return "deliveries %d to %d: %s: digest %s here, %s at a majority of the replicas"
                .formatted(equalThrough + 1, seq, what, mine, shared);
    }
}
