package io.abcast.partitions.order;

import io.abcast.kernel.GroupDelivery;
import io.abcast.partitions.StoreDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * A partition of a {@link LocalMulticast}: its log and its replicas. The lock of the {@link LocalMulticast} guards all
 * fields of a partition.
 */
final class LocalPartition {
    private static final int DIGESTS_MAX = 64;

    static final class Replica {
        final int server;
        Supplier<OrderedReplica> factory;

        /** {@code null} before the replica's start and after its crash. */
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

    private final List<GroupDelivery> log = new ArrayList<>();

    /** By the number (seq) of the delivery, and by server id: the digests that the replicas have reported. */
    private final TreeMap<Long, Map<Integer, StoreDigest>> digests = new TreeMap<>();

    private long purged;
    private long last;

    LocalPartition(String name, int[] members) {
        this.name = name;
        this.members = members;
        for (int member : members) replicas.put(member, new Replica(member));
    }

    /** The server ids of the partition's replicas, ascending; callers must not change the array. */
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

    Replica leader() {
        for (Replica each : replicas.values()) if (each.machine != null) return each;
        return null;
    }

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

    List<GroupDelivery> after(long seq) {
        if (seq < purged)
            throw new IllegalStateException(
                    "partition %s: expected deliveries after %d, have those after %d"
                            .formatted(name, seq, purged));
        return List.copyOf(log.subList((int) (seq - purged), log.size()));
    }

    void purge() {
        long through = last;
        for (Replica each : replicas.values()) through = Math.min(through, each.snapshotSeq);
        if (through <= purged) return;
        log.subList(0, (int) (through - purged)).clear();
        purged = through;
    }

    /**
     * @return the digest that f+1 replicas have reported for delivery {@code seq}; {@code null} if too few replicas
     *     have reported the same digest
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

    void report(long seq, StoreDigest agreed) {
        for (Replica each : replicas.values())
            if (each.machine != null) each.machine.onDigest(seq, agreed);
    }
}
