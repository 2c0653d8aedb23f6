package io.abcast.partitions.replica;

import io.abcast.kernel.GroupDelivery;
import io.abcast.partitions.StoreDigest;
import io.abcast.partitions.order.ReplicaPort;
import io.abcast.partitions.rows.ByteHash;
import java.util.Map;
import java.util.TreeMap;

/**
 * Computes the digest of a replica over the order, the outcomes and the writes of all transactions that the replica has
 * executed. At every multiple of {@code every} deliveries, the replica compares its digest with the digest on which f+1
 * replicas agree (f: number of tolerated faulty replicas). Transactions may end in any order, so the digest of the
 * writes is a sum of one digest per transaction. Each interval between two comparisons has its own sum of digests. Not
 * thread-safe.
 */
final class DigestWatch {
    /**
     * Maximum number of this replica's digests that wait for a comparison; at the bound, the oldest digest is dropped
     * without a comparison.
     */
    private static final int WAITING_MAX = 64;

    /** The deliveries between two comparisons of digests. */
    private static final class Interval {
        /** Digest of the order of the deliveries up to the last delivery of the interval. */
        private long order;

        /** Sum of the digests of the interval's transactions that have ended. */
        private long writes;

        /** Number of the interval's transactions that have not ended. */
        private int missing;

        Interval(int missing) {
            this.missing = missing;
        }
    }

    private final int every;
    private final ReplicaPort port;

    /** The intervals in which some transaction has not ended, by the number (seq) of the interval's last delivery. */
    private final TreeMap<Long, Interval> intervals = new TreeMap<>();

    /** Digests of this replica that were not compared yet, by the number (seq) of the last delivery that they cover. */
    private final TreeMap<Long, StoreDigest> own = new TreeMap<>();

    /**
     * Digests on which f+1 replicas agree for deliveries that this replica has not executed yet, by the number (seq) of
     * the delivery.
     */
    private final TreeMap<Long, StoreDigest> agreed = new TreeMap<>();

    /** Digest of the order of all deliveries to this replica. */
    private long order;

    /** Sum of the digests of all transactions before the intervals in {@link #intervals}. */
    private long writes;

    /**
     * The digest at the last {@link #freeze}, without the transactions that had not ended at the freeze; {@link
     * #frozen} adds these transactions.
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

    /** The digest over the order of all deliveries and over all transactions that have ended. */
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

    /** Returns the digest of the order of deliveries after one more delivery with the number {@code seq}. */
    static long order(long before, long seq, GroupDelivery delivery) {
        long order = ByteHash.of(before, seq);
        order = ByteHash.of(order, delivery.timestamp().clock());
        order = ByteHash.of(order, delivery.timestamp().session());
        order = ByteHash.of(order, delivery.timestamp().number());
        return ByteHash.of(order, delivery.payload());
    }

    /** Returns the digest of the outcome and the writes of the transaction with the delivery number {@code seq}. */
    static long writes(long seq, TransactionTask ended) {
        return ByteHash.of(ByteHash.of(seq, ended.status().ordinal()), ended.writesHash());
    }

    /** Adds a delivery to the digest of the order. */
    void delivered(GroupDelivery delivery) {
        long seq = delivery.seq();
        order = order(order, seq, delivery);
        long end = endOf(seq);
        Interval interval =
                intervals.computeIfAbsent(end, e -> new Interval((int) (end - seq) + 1));
        if (seq == end) interval.order = order;
    }

    /** Number (seq) of the last delivery in the interval to which delivery {@code seq} belongs. */
    private long endOf(long seq) {
        return (seq + every - 1) / every * every;
    }

    /**
     * Adds the outcome and the writes of a transaction that has ended to the digest.
     *
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

    /** Records that the state after delivery {@code seq}, the last delivery so far, is being frozen. */
    void freeze(long seq) {
        frozenSeq = seq;
        frozen = present();
    }

    /**
     * The digest after all deliveries up to the last {@link #freeze}. Callers call {@code frozen} only when all
     * transactions up to the last {@link #freeze} have ended.
     */
    StoreDigest frozen() {
        frozenSeq = 0;
        return frozen;
    }

    /**
     * @return a description of the first difference between this replica's digest and the digest of f+1 replicas;
     *     {@code null} if they are equal
     */
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
