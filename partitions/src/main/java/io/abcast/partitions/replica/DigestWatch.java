package io.abcast.partitions.replica;

import io.abcast.partitions.StoreDigest;
import io.abcast.partitions.order.ReplicaPort;
import io.abcast.partitions.rows.ByteHash;
import java.util.Map;
import java.util.TreeMap;

/**
 * The digest of a replica: order, outcomes and writes of all transactions that it has executed. Every some deliveries
 * the replica compares its digest with the one that f+1 replicas share. Not thread-safe.
 */
final class DigestWatch {
    /** Bound on the digests that wait for a comparison; older ones are not compared. */
    private static final int WAITING_MAX = 64;

    private final int every;
    private final ReplicaPort port;

    /** Own digests that were not compared yet, by seq. */
    private final TreeMap<Long, StoreDigest> own = new TreeMap<>();

    /** Digests of f+1 replicas for deliveries that this replica has not executed yet, by seq. */
    private final TreeMap<Long, StoreDigest> agreed = new TreeMap<>();

    private long order;
    private long writes;

    /** Last delivery at which the digests were equal; 0 before the first comparison. */
    private long equalThrough;

    DigestWatch(int every, ReplicaPort port) {
        this.every = every;
        this.port = port;
    }

    StoreDigest present() {
        return new StoreDigest(order, writes);
    }

    void restored(long seq, StoreDigest digest) {
        order = digest.order();
        writes = digest.writes();
        equalThrough = seq;
    }

    /**
     * Adds an executed transaction. Transactions come in the order of their delivery.
     *
     * @return a description of the first difference; {@code null} without one
     */
    String add(TransactionTask task) {
        long seq = task.delivery.seq();
        order = ByteHash.of(order, seq);
        order = ByteHash.of(order, task.timestamp().clock());
        order = ByteHash.of(order, task.timestamp().session());
        order = ByteHash.of(order, task.timestamp().number());
        order = ByteHash.of(order, task.delivery.payload());
        writes = ByteHash.of(writes, task.status().ordinal());
        writes = ByteHash.of(writes, task.writesHash());
        if (seq % every != 0) return null;
        own.put(seq, present());
        if (own.size() > WAITING_MAX) own.pollFirstEntry();
        port.digest(seq, present());
        return compare();
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
