package io.abcast.partitions.replica;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.fail;

import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.SplitMix64;
import io.abcast.partitions.StoreDefinition;
import io.abcast.partitions.StoreDigest;
import io.abcast.partitions.StoreOptions;
import io.abcast.partitions.order.ReplicaPort;
import io.abcast.partitions.rows.RowTables;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Replicas of several partitions that run in one thread. A seed determines everything that threads, network and
 * failures determine in production.
 */
final class SteppedCluster {
    private static final long ASK_AFTER_NANOS = 1_000;
    private static final int HEALING_STEPS_MAX = 200_000;

    /** Maximum number of deliveries by which a replica that never crashes may lag behind its partition's log. */
    private static final int LAG_MAX = 24;

    private record Message(Node to, int fromPartition, int fromServer, byte[] bytes) {}

    final class Node implements ReplicaPort, ReplicaCore.Workers {
        final int partition;
        final int server;
        ReplicaCore core;
        Throwable halted;
        int discards;
        long results;
        private final List<TransactionTask> ready = new ArrayList<>();
        private final List<TransactionTask> executed = new ArrayList<>();
        private byte[] snapshot;
        private long snapshotSeq;
        private long freezingSeq = -1;
        private long delivered;
        private boolean discarded;

        Node(int partition, int server) {
            this.partition = partition;
            this.server = server;
        }

        void start(byte[] state) {
            RowTables tables = new RowTables(definition.tables());
            core = new ReplicaCore(partition, server, definition, options, tables, this, this);
            ready.clear();
            executed.clear();
            freezingSeq = -1;
            discarded = false;
            delivered = 0;
            if (state == null) {
                definition.population().populate(partition, tables::load);
            } else {
                try {
                    StoreSnapshot read =
                            StoreSnapshot.read(new ByteArrayInputStream(state), definition, tables);
                    core.restored(read.seq(), read.lastMulti(), read.digest(), read.retained());
                    delivered = read.seq();
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            }
            results = delivered;
            core.onTime(now);
        }

        boolean isVictim() {
            return server == victim;
        }

        @Override
        public void execute(TransactionTask task) {
            ready.add(task);
        }

        @Override
        public void result(GroupDelivery delivery, byte[] result) {
            long seq = delivery.seq();
            results++;
            byte[] first = answers.get(partition).putIfAbsent(seq, result);
            if (first != null) assertArrayEquals(first, result, () -> this + " at " + seq);
        }

        @Override
        public void send(int toPartition, int toServer, byte[] message) {
            messages.add(new Message(node(toPartition, toServer), partition, server, message));
        }

        @Override
        public int[] members(int group) {
            return members;
        }

        @Override
        public boolean leads() {
            return leaders[partition] == server;
        }

        @Override
        public void digest(long seq, StoreDigest digest) {
            Map<StoreDigest, Integer> votes =
                    digests.get(partition).computeIfAbsent(seq, s -> new HashMap<>());
            if (votes.merge(digest, 1, Integer::sum) <= members.length / 2) return;
            for (Node each : nodes)
                if (each.partition == partition && !each.discarded) each.core.onDigest(seq, digest);
        }

        @Override
        public void discard(String reason) {
            discards++;
            discarded = true;
            core.stop();
        }

        @Override
        public void halt(Throwable cause) {
            halted = cause;
        }

        private boolean deliverOne() {
            List<GroupDelivery> log = logs.get(partition);
            if (discarded || delivered == log.size()) return false;
            GroupDelivery next = log.get((int) delivered);
            if (next.timestamp().number() > slowest() + LAG_MAX) return false;
            delivered++;
            core.deliver(next);
            return true;
        }

        private boolean executeOne() {
            if (ready.isEmpty()) return false;
            TransactionTask task = ready.remove(below(ready.size()));
            task.execute();
            executed.add(task);
            return true;
        }

        private boolean reportOne() {
            if (executed.isEmpty()) return false;
            core.onExecuted(executed.remove(below(executed.size())));
            return true;
        }

        private void takeSnapshot() {
            if (discarded || freezingSeq >= 0) return;
            freezingSeq = delivered;
            core.freeze(
                    frozen -> {
                        assertEquals(freezingSeq, frozen.seq());
                        snapshotSeq = freezingSeq;
                        freezingSeq = -1;
                        snapshot = written(frozen);
                        byte[] rows = withoutRetained(frozen);
                        byte[] first = snapshots.get(partition).putIfAbsent(frozen.seq(), rows);
                        if (first != null)
                            assertArrayEquals(
                                    first, rows, () -> this + ": snapshot at " + frozen.seq());
                        core.onSnapshotDurable(snapshotSeq);
                    });
        }

        private byte[] written(FrozenStore frozen) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try {
                StoreSnapshot.write(frozen, definition, out);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            return out.toByteArray();
        }

        private byte[] withoutRetained(FrozenStore frozen) {
            return written(
                    new FrozenStore(
                            frozen.seq(),
                            frozen.lastMulti(),
                            frozen.digest(),
                            frozen.rows(),
                            List.of()));
        }

        private void fetch() {
            for (Node each : nodes) {
                if (each == this || each.partition != partition || each.freezingSeq >= 0) continue;
                each.freezingSeq = each.delivered;
                each.core.freeze(
                        frozen -> {
                            each.freezingSeq = -1;
                            if (!discarded) return;
                            snapshot = written(frozen);
                            snapshotSeq = frozen.seq();
                            start(snapshot);
                        });
                return;
            }
        }

        @Override
        public String toString() {
            return "replica " + partition + "/" + server;
        }
    }

    private final StoreDefinition definition;
    private final StoreOptions options;
    private final SplitMix64 random;
    private final int[] members;
    private final int[] leaders;

    /** Id of the only server whose replicas crash; -1 if no replica crashes. */
    private final int victim;

    private final List<List<GroupDelivery>> logs = new ArrayList<>();
    private final List<Map<Long, byte[]>> answers = new ArrayList<>();
    private final List<Map<Long, byte[]>> snapshots = new ArrayList<>();
    private final List<Map<Long, Map<StoreDigest, Integer>>> digests = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();
    private final List<Message> messages = new ArrayList<>();
    private long now = 1;
    int restarts;
    int lost;

    SteppedCluster(
            long seed,
            StoreDefinition definition,
            long readsBytesMax,
            int replicas,
            boolean crashes,
            List<List<GroupDelivery>> logs) {
        random = new SplitMix64(seed);
        this.definition = definition;
        options = new StoreOptions(1, readsBytesMax, 10, ASK_AFTER_NANOS, 0);
        this.logs.addAll(logs);
        members = new int[replicas];
        for (int i = 0; i < replicas; i++) members[i] = i + 1;
        leaders = new int[logs.size()];
        victim = crashes ? 1 + below(replicas) : -1;
        for (int p = 0; p < logs.size(); p++) {
            answers.add(new TreeMap<>());
            snapshots.add(new TreeMap<>());
            digests.add(new TreeMap<>());
            leaders[p] = 1;
            for (int server : members) nodes.add(new Node(p, server));
        }
        for (Node each : nodes) each.start(null);
    }

    private int below(int bound) {
        return (int) Long.remainderUnsigned(random.next(), bound);
    }

    private Node node(int partition, int server) {
        return nodes.get(partition * members.length + server - 1);
    }

    private long slowest() {
        long least = Long.MAX_VALUE / 2;
        for (Node each : nodes) {
            List<GroupDelivery> log = logs.get(each.partition);
            boolean counts = !each.isVictim() || members.length == 1;
            long executed = each.discarded ? 0 : each.core.figures().executed();
            if (!counts || executed == log.size()) continue;
            least = Math.min(least, log.get((int) executed).timestamp().number());
        }
        return least;
    }

    void run(int steps) {
        for (int i = 0; i < steps; i++) {
            Node node = nodes.get(below(nodes.size()));
            int dice = below(1000);
            if (dice < 400) node.deliverOne();
            else if (dice < 600) node.executeOne();
            else if (dice < 800) node.reportOne();
            else if (dice < 960) receive();
            else if (dice < 975) leaders[node.partition] = below(members.length + 1);
            else if (dice < (node.isVictim() ? 976 : 985)) node.takeSnapshot();
            else if (dice == 986) crash(node);
            else tick(node);
        }
    }

    private void receive() {
        if (messages.isEmpty()) return;
        Message message = messages.get(below(messages.size()));
        int fate = below(10);
        if (fate > 0) messages.remove(message);
        if (fate == 1) lost++;
        else if (!message.to.discarded)
            message.to.core.onMessage(message.fromPartition, message.fromServer, message.bytes);
    }

    private void crash(Node node) {
        if (!node.isVictim() || node.discarded) return;
        restarts++;
        node.start(node.snapshot);
    }

    void crashAll() {
        messages.clear();
        for (Node each : nodes) if (!each.discarded) each.start(each.snapshot);
    }

    private void tick(Node node) {
        now += ASK_AFTER_NANOS / 2;
        if (node.discarded) node.fetch();
        else node.core.onTime(now);
    }

    void heal() {
        for (int step = 0; step < HEALING_STEPS_MAX; step++) {
            boolean progress = false;
            for (Node each : nodes) {
                progress |= each.deliverOne();
                progress |= each.executeOne();
                progress |= each.reportOne();
            }
            List<Message> all = List.copyOf(messages);
            messages.clear();
            for (Message each : all)
                if (!each.to.discarded)
                    each.to.core.onMessage(each.fromPartition, each.fromServer, each.bytes);
            boolean complete = true;
            for (Node each : nodes) {
                assertNull(each.halted, each::toString);
                complete &= each.results == logs.get(each.partition).size();
            }
            if (complete) return;
            if (!progress && all.isEmpty()) for (Node each : nodes) tick(each);
        }
        fail("no progress: " + nodes.stream().map(n -> n + " at " + n.results).toList());
    }

    void check(List<StoreDigest> expected) {
        for (Node each : nodes)
            assertEquals(expected.get(each.partition), each.core.digest(), each::toString);
    }

    Map<Long, byte[]> answers(int partition) {
        return answers.get(partition);
    }

    List<Node> nodes() {
        return nodes;
    }
}
