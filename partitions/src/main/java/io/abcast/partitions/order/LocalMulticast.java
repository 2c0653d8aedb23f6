package io.abcast.partitions.order;

import io.abcast.kernel.GroupAnswers;
import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.GroupTimestamp;
import io.abcast.log.Storage;
import io.abcast.partitions.StoreDigest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * A multicast within one process: one sequencer orders the transactions of all partitions. A {@code LocalMulticast}
 * does not survive a crash of the process; it is meant for tests, examples and measurements of the store alone.
 */
public final class LocalMulticast {
    /**
     * The settings of a multicast within one process.
     *
     * @param window maximum number of unanswered transactions of a partition; the multicast refuses further
     *     transactions
     * @param keepsLog whether the multicast keeps delivered transactions, which restarted replicas need
     */
    public record Settings(int window, boolean keepsLog) {
        public static final Settings DEFAULT = new Settings(1024, true);
    }

    /** Decides which messages between replicas arrive at their destination. */
    public interface Network {
        boolean delivers(int partition, int server, byte[] message);
    }

    private static final class Pending {
        private final GroupTimestamp timestamp;
        private final int[] groups;
        private final byte[][] results;
        private final CompletableFuture<GroupAnswers> future = new CompletableFuture<>();
        private int missing;

        Pending(GroupTimestamp timestamp, int[] groups) {
            this.timestamp = timestamp;
            this.groups = groups;
            results = new byte[groups.length][];
            missing = groups.length;
        }
    }

    private final Settings settings;
    private final List<String> names;
    private final List<LocalPartition> partitions = new ArrayList<>();

    private final ArrayDeque<Runnable> calls = new ArrayDeque<>();

    /** Unanswered transactions: indexed by partition number, and in each map by the number (seq) of the delivery. */
    private final List<TreeMap<Long, Pending>> pending = new ArrayList<>();

    private boolean calling;
    private long clock;
    private String application;
    private Network network = (partition, server, message) -> true;

    /** @param map server ids of the replicas of each partition, by name of the partition */
    public LocalMulticast(SortedMap<String, int[]> map, Settings settings) {
        if (map.isEmpty()) throw new IllegalArgumentException("map: expected a partition");
        this.settings = settings;
        names = List.copyOf(map.keySet());
        map.forEach(
                (name, members) -> {
                    int[] sorted = Arrays.stream(members).sorted().distinct().toArray();
                    if (sorted.length == 0 || sorted.length < members.length)
                        throw new IllegalArgumentException(
                                "partition %s: expected different servers, got %s"
                                        .formatted(name, Arrays.toString(members)));
                    partitions.add(new LocalPartition(name, sorted));
                    pending.add(new TreeMap<>());
                });
    }

    /**
     * Creates a multicast whose partitions have the names A, B, C, and so on, each with replicas at the servers 1 to
     * {@code replicas}.
     */
    public static LocalMulticast of(int partitions, int replicas, Settings settings) {
        SortedMap<String, int[]> map = new TreeMap<>();
        for (int p = 0; p < partitions; p++) {
            int[] members = new int[replicas];
            for (int i = 0; i < replicas; i++) members[i] = i + 1;
            map.put(name(p, partitions), members);
        }
        return new LocalMulticast(map, settings);
    }

    /** Returns the name of a partition: one letter, or P and a number if there are more than 26 partitions. */
    public static String name(int partition, int partitions) {
        if (partitions <= 26) return String.valueOf((char) ('A' + partition));
        int digits = Integer.toString(partitions - 1).length();
        return "P" + ("%0" + digits + "d").formatted(partition);
    }

    /**
     * Returns the access of the server with id {@code server} to this multicast; the server need not hold a replica.
     */
    public StoreOrder at(int server) {
        return new Access(server);
    }

    /** Sets the rule that decides which messages between replicas arrive at their destinations. */
    public synchronized void setNetwork(Network rule) {
        network = rule;
    }

    /** Number (seq) of the last transaction that the multicast has delivered in {@code partition}. */
    public synchronized long last(int partition) {
        return partitions.get(partition).last();
    }

    /**
     * The error that has halted the replica of {@code partition} at {@code server}; {@code null} if no error has halted
     * the replica.
     */
    public synchronized Throwable failure(int partition, int server) {
        return partitions.get(partition).replica(server).failure;
    }

    /**
     * Whether the replica of {@code partition} at {@code server} runs; false after a crash, and while the replica
     * fetches the state of another replica.
     */
    public synchronized boolean runs(int partition, int server) {
        return partitions.get(partition).replica(server).machine != null;
    }

    /** Number of times that the replica of {@code partition} at {@code server} has discarded its state. */
    public synchronized int discards(int partition, int server) {
        return partitions.get(partition).replica(server).discards;
    }

    /**
     * Takes a snapshot of a replica, and keeps the snapshot for the next restart of the replica. The future completes
     * with the number (seq) of the last delivery in the snapshot.
     */
    public synchronized CompletableFuture<Long> snapshot(int partition, int server) {
        CompletableFuture<Long> done = new CompletableFuture<>();
        LocalPartition of = partitions.get(partition);
        LocalPartition.Replica replica = of.replica(server);
        OrderedReplica machine = replica.machine;
        long seq = of.last();
        call(
                () ->
                        machine.snapshot(
                                writer -> {
                                    byte[] bytes = written(writer);
                                    synchronized (this) {
                                        replica.snapshot = bytes;
                                        replica.snapshotSeq = seq;
                                        of.purge();
                                        machine.onSnapshotDurable(seq);
                                    }
                                    done.complete(seq);
                                }));
        return done;
    }

    private static byte[] written(Storage.SnapshotWriter writer) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            writer.writeTo(out);
        } catch (IOException e) {
            throw new IllegalStateException("cannot write into memory", e);
        }
        return out.toByteArray();
    }

    /**
     * Stops the replica of {@code partition} at {@code server} as if it had crashed, except that its last {@link
     * #snapshot} is kept.
     */
    public synchronized void crash(int partition, int server) {
        LocalPartition.Replica replica = partitions.get(partition).replica(server);
        OrderedReplica machine = replica.machine;
        replica.machine = null;
        if (machine != null) machine.stop();
    }

    /**
     * Starts the crashed replica of {@code partition} at {@code server} from its last snapshot, and delivers the
     * transactions after the snapshot again.
     */
    public synchronized void restart(int partition, int server) {
        LocalPartition of = partitions.get(partition);
        LocalPartition.Replica replica = of.replica(server);
        if (replica.machine != null)
            throw new IllegalStateException("replica " + server + " runs already");
        replica.failure = null;
        replica.machine = replica.factory.get();
        restore(of, replica, replica.snapshot, replica.snapshotSeq);
    }

    private void restore(
            LocalPartition of, LocalPartition.Replica replica, byte[] snapshot, long seq) {
        OrderedReplica machine = replica.machine;
        try {
            machine.restore(snapshot == null ? null : new ByteArrayInputStream(snapshot));
        } catch (IOException e) {
            throw new IllegalStateException("cannot read from memory", e);
        }
        List<GroupDelivery> missed = of.after(seq);
        call(() -> missed.forEach(machine::deliver));
    }

    private void discard(int partition, int server) {
        LocalPartition of = partitions.get(partition);
        LocalPartition.Replica replica = of.replica(server);
        OrderedReplica old = replica.machine;
        if (old == null) return;
        LocalPartition.Replica source = of.otherThan(server);
        if (source == null || !settings.keepsLog) {
            fail(partition, server, new IllegalStateException("no other replica has the state"));
            return;
        }
        replica.discards++;
        replica.machine = null;
        old.stop();
        OrderedReplica from = source.machine;
        long seq = of.last();
        call(
                () ->
                        from.snapshot(
                                writer -> {
                                    byte[] bytes = written(writer);
                                    synchronized (this) {
                                        replica.machine = replica.factory.get();
                                        restore(of, replica, bytes, seq);
                                    }
                                }));
    }

    private void fail(int partition, int server, Throwable cause) {
        List<Pending> lost = new ArrayList<>();
        synchronized (this) {
            LocalPartition of = partitions.get(partition);
            LocalPartition.Replica replica = of.replica(server);
            if (replica.machine == null) return;
            replica.failure = cause;
            replica.machine.stop();
            replica.machine = null;
            if (of.leader() == null) lost.addAll(pending.get(partition).values());
        }
        for (Pending each : lost)
            each.future.completeExceptionally(
                    new IllegalStateException("no replica of a destination runs", cause));
    }

    private void call(Runnable more) {
        assert Thread.holdsLock(this);
        calls.addLast(more);
        if (calling) return;
        calling = true;
        try {
            for (Runnable next; (next = calls.pollFirst()) != null; ) next.run();
        } finally {
            calling = false;
        }
    }

    private synchronized CompletableFuture<GroupAnswers> order(int[] groups, byte[] payload) {
        for (int i = 0; i < groups.length; i++)
            if (groups[i] < 0 || groups[i] >= names.size() || (i > 0 && groups[i] <= groups[i - 1]))
                throw new IllegalArgumentException(
                        "destinations: expected ascending numbers 0..%d, got %s"
                                .formatted(names.size() - 1, Arrays.toString(groups)));
        if (groups.length == 0)
            throw new IllegalArgumentException("destinations: expected a partition");
        for (int group : groups)
            if (pending.get(group).size() >= settings.window)
                return CompletableFuture.failedFuture(
                        new StoreBusyException(
                                "partition %s: expected at most %d transactions in flight"
                                        .formatted(names.get(group), settings.window)));
        clock++;
        Pending one = new Pending(new GroupTimestamp(clock << 8, 1, clock), groups);
        for (int group : groups) {
            LocalPartition of = partitions.get(group);
            GroupDelivery delivery =
                    new GroupDelivery(of.last() + 1, one.timestamp, groups, payload);
            of.append(delivery, settings.keepsLog);
            pending.get(group).put(delivery.seq(), one);
            call(() -> of.deliver(delivery));
        }
        return one.future;
    }

    private void result(int partition, long seq, byte[] result) {
        Pending one;
        synchronized (this) {
            one = pending.get(partition).remove(seq);
            if (one == null) return;
            one.results[Arrays.binarySearch(one.groups, partition)] = result;
            if (--one.missing > 0) return;
        }
        one.future.complete(new GroupAnswers(one.timestamp, one.groups, one.results));
    }

    private final class Access implements StoreOrder {
        private final int server;

        Access(int server) {
            this.server = server;
        }

        @Override
        public List<String> partitions() {
            return names;
        }

        @Override
        public int server() {
            return server;
        }

        @Override
        public List<Integer> hosted() {
            TreeSet<Integer> hosted = new TreeSet<>();
            for (int p = 0; p < names.size(); p++)
                if (partitions.get(p).isMember(server)) hosted.add(p);
            return List.copyOf(hosted);
        }

        @Override
        public void start(String description, Factory factory) {
            synchronized (LocalMulticast.this) {
                if (application == null) application = description;
                if (!application.equals(description))
                    throw new IllegalArgumentException(
                            "store: expected the definition of the other servers: %s; got: %s"
                                    .formatted(application, description));
                for (int p : hosted()) {
                    int number = p;
                    LocalPartition of = partitions.get(p);
                    LocalPartition.Replica replica = of.replica(server);
                    replica.factory = () -> factory.replica(number, new Port(number, server));
                    replica.machine = replica.factory.get();
                    restore(of, replica, null, 0);
                }
            }
        }

        @Override
        public CompletableFuture<GroupAnswers> amcast(int[] destinations, byte[] payload) {
            return order(destinations, payload);
        }

        @Override
        public <T> CompletableFuture<T> linearize(int partition, Supplier<T> query) {
            // All replicas get a transaction before any of them answers it, so the present state
            // includes every answered transaction.
            return CompletableFuture.completedFuture(query.get());
        }
    }

    private final class Port implements ReplicaPort {
        private final int partition;
        private final int server;

        Port(int partition, int server) {
            this.partition = partition;
            this.server = server;
        }

        @Override
        public void result(GroupDelivery delivery, byte[] result) {
            LocalMulticast.this.result(partition, delivery.seq(), result);
        }

        @Override
        public void send(int toPartition, int toServer, byte[] message) {
            OrderedReplica to;
            synchronized (LocalMulticast.this) {
                if (!network.delivers(toPartition, toServer, message)) return;
                to = partitions.get(toPartition).replica(toServer).machine;
            }
            if (to != null) to.onMessage(partition, server, message);
        }

        @Override
        public int[] members(int group) {
            return partitions.get(group).members();
        }

        @Override
        public boolean leads() {
            synchronized (LocalMulticast.this) {
                LocalPartition.Replica leader = partitions.get(partition).leader();
                return leader != null && leader.server == server;
            }
        }

        @Override
        public void digest(long seq, StoreDigest digest) {
            synchronized (LocalMulticast.this) {
                LocalPartition of = partitions.get(partition);
                StoreDigest agreed = of.count(server, seq, digest);
                if (agreed != null) call(() -> of.report(seq, agreed));
            }
        }

        @Override
        public void discard(String reason) {
            synchronized (LocalMulticast.this) {
                LocalMulticast.this.discard(partition, server);
            }
        }

        @Override
        public void halt(Throwable cause) {
            fail(partition, server, cause);
        }
    }
}
