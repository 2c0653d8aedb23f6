package io.abcast.partitions.replica;

import io.abcast.kernel.GroupDelivery;
import io.abcast.partitions.StoreDigest;
import io.abcast.partitions.order.ReplicaPort;
import io.abcast.partitions.rows.ByteHash;
import java.util.Map;
import java.util.TreeMap;

/**
 * The digest of a replica: order, outcomes and writes of all transactions that it has executed. Every some deliveries
 * the replica compares its digest with the one that f+1 replicas share. Transactions end in any order, so the digest of
 * the writes is a sum, of which each interval between two comparisons has a part. Not thread-safe.
 */
final class DigestWatch {
    /** Bound on the digests that wait for a comparison; older ones are not compared. */
    private static final int WAITING_MAX = 64;

    /** The deliveries between two comparisons. */
    private static final class Interval {
        /** Digest of the order up to the last delivery of the interval. */
        private long order;

        /** Sum of the digests of the transactions that have ended. */
        private long writes;

        /** Number of transactions of the interval that have not ended. */
        private int missing;

        Interval(int missing) {
            this.missing = missing;
        }
    }

    private final int every;
    private final ReplicaPort port;

    /** The intervals in which transactions have not ended, by their last delivery. */
    private final TreeMap<Long, Interval> intervals = new TreeMap<>();

    /** Own digests that were not compared yet, by seq. */
    private final TreeMap<Long, StoreDigest> own = new TreeMap<>();

    /** Digests of f+1 replicas for deliveries that this replica has not executed yet, by seq. */
    private final TreeMap<Long, StoreDigest> agreed = new TreeMap<>();

    /** Digest of the order of all deliveries. */
    private long order;

    /** Sum of the digests of all transactions before the intervals. */
    private long writes;

    /** The digest after the deliveries before the last {@link #freeze}, without transactions that had not ended. */
    private StoreDigest frozen = StoreDigest.ZERO;

    private long frozenSeq;

    /** Last delivery at which the digests were equal; 0 before the first comparison. */
    private long equalThrough;

    DigestWatch(int every, ReplicaPort port) {
        this.every = every;
        this.port = port;
    }

    /** The digest of the order of all deliveries, and of all transactions that have ended. */
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

    /** Adds a delivery. */
    void delivered(GroupDelivery delivery) {
        long seq = delivery.seq();
        order = ByteHash.of(order, seq);
        order = ByteHash.of(order, delivery.timestamp().clock());
        order = ByteHash.of(order, delivery.timestamp().session());
        order = ByteHash.of(order, delivery.timestamp().number());
        order = ByteHash.of(order, delivery.payload());
        long end = endOf(seq);
        Interval interval =
                intervals.computeIfAbsent(end, e -> new Interval((int) (end - seq) + 1));
        if (seq == end) interval.order = order;
    }

    /** The last delivery of the interval of a delivery. */
    private long endOf(long seq) {
        return (seq + every - 1) / every * every;
    }

    /**
     * Adds a delivered transaction that has ended.
     *
     * @return a description of the first difference; {@code null} without one
     */
    String ended(TransactionTask task) {
        long seq = task.delivery.seq();
        long hash = ByteHash.of(ByteHash.of(seq, task.status().ordinal()), task.writesHash());
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

    /** Records that the state after all deliveries so far is frozen. */
    void freeze(long seq) {
        frozenSeq = seq;
        frozen = present();
    }

    /** The digest after the deliveries before the last {@link #freeze}, all of which have ended. */
    StoreDigest frozen() {
        frozenSeq = 0;
        return frozen;
    }

    /** @return a description of the first difference; {@code null} without one */
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
