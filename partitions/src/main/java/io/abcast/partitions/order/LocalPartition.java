package io.abcast.partitions.order;

import io.abcast.kernel.GroupDelivery;
import io.abcast.partitions.StoreDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** A partition of a {@link LocalMulticast}: its log and its replicas. The lock of the multicast guards all fields. */
final class LocalPartition {
    /** Bound on the digests that are being compared. */
    private static final int DIGESTS_MAX = 64;

    /** A replica of the partition. */
    static final class Replica {
        final int server;
        Supplier<OrderedReplica> factory;

        /** The running replica; {@code null} before its start and after a crash. */
        OrderedReplica machine;

        byte[] snapshot;
        long snapshotSeq;
        Throwable failure;
        int discards;

        Replica(int server) {
            this.server = server;
        }
    }

    private final String name;
    private final int[] members;
    private final TreeMap<Integer, Replica> replicas = new TreeMap<>();

    /** Deliveries after {@link #purged}, in their order. */
    private final List<GroupDelivery> log = new ArrayList<>();

    /** Digests of the replicas by seq. */
    private final TreeMap<Long, Map<Integer, StoreDigest>> digests = new TreeMap<>();

    private long purged;
    private long last;

    LocalPartition(String name, int[] members) {
        this.name = name;
        this.members = members;
        for (int member : members) replicas.put(member, new Replica(member));
    }

    /** The server ids of the replicas, ascending; must not be changed. */
    int[] members() {
        return members;
    }

    boolean isMember(int server) {
        return replicas.containsKey(server);
    }

    Replica replica(int server) {
        Replica replica = replicas.get(server);
        if (replica == null)
            throw new IllegalArgumentException(
                    "partition %s: expected a server of %s, got %d"
                            .formatted(name, replicas.keySet(), server));
        return replica;
    }

    /** The running replica with the lowest server id; {@code null} if no replica runs. */
    Replica leader() {
        for (Replica each : replicas.values()) if (each.machine != null) return each;
        return null;
    }

    /** A running replica at another server; {@code null} if no other replica runs. */
    Replica otherThan(int server) {
        for (Replica each : replicas.values())
            if (each.server != server && each.machine != null) return each;
        return null;
    }

    long last() {
        return last;
    }

    void append(GroupDelivery delivery, boolean keep) {
        last = delivery.seq();
        if (keep) log.add(delivery);
        else purged = last;
    }

    void deliver(GroupDelivery delivery) {
        for (Replica each : replicas.values())
            if (each.machine != null) each.machine.deliver(delivery);
    }

    /** All deliveries after {@code seq}. */
    List<GroupDelivery> after(long seq) {
        if (seq < purged)
            throw new IllegalStateException(
                    "partition %s: expected deliveries after %d, have those after %d"
                            .formatted(name, seq, purged));
        return List.copyOf(log.subList((int) (seq - purged), log.size()));
    }

    /** Drops the deliveries that the snapshots of all replicas include. */
    void purge() {
        long through = last;
        for (Replica each : replicas.values()) through = Math.min(through, each.snapshotSeq);
        if (through <= purged) return;
        log.subList(0, (int) (through - purged)).clear();
        purged = through;
    }

    /**
     * Counts the digest of a replica.
     *
     * @return the digest that f+1 replicas share; {@code null} if too few replicas have reported
     */
    StoreDigest count(int server, long seq, StoreDigest digest) {
        Map<Integer, StoreDigest> all = digests.computeIfAbsent(seq, s -> new TreeMap<>());
        if (digests.size() > DIGESTS_MAX) digests.pollFirstEntry();
        all.put(server, digest);
        for (StoreDigest each : all.values()) {
            int votes = 0;
            for (StoreDigest other : all.values()) if (each.equals(other)) votes++;
            if (votes > members.length / 2) return each;
        }
        return null;
    }

    /** Reports the digest that f+1 replicas share to all replicas. */
    void report(long seq, StoreDigest agreed) {
        for (Replica each : replicas.values())
            if (each.machine != null) each.machine.onDigest(seq, agreed);
    }
}
