package io.abcast.dissemination.cooper.gossip;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.abcast.dissemination.cooper.BatchPlan;
import io.abcast.dissemination.cooper.BatchSchedule;
import io.abcast.dissemination.cooper.code.BlockDigest;
import io.abcast.dissemination.cooper.code.DecodeJob;
import io.abcast.dissemination.cooper.code.Decoded;
import io.abcast.dissemination.cooper.code.FieldKernel;
import io.abcast.dissemination.cooper.code.Kernels;
import io.abcast.dissemination.cooper.code.LinearCheck;
import io.abcast.dissemination.cooper.code.Manifest;
import io.abcast.dissemination.cooper.code.RecodeJob;
import io.abcast.sim.EventQueue;
import io.abcast.sim.links.FairLinks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * Simulates nodes of the gossip on links in virtual time. One unit of time, {@link #BLOCK_NANOS}, is the transfer time
 * of one block at full rate.
 */
final class GossipSim {
    static final long BLOCK_NANOS = 1_000_000_000L;
    static final long LATENCY_NANOS = BLOCK_NANOS / 100;
    static final long DETECTION_NANOS = 3 * BLOCK_NANOS;

    static final int BLOCK_BYTES = 200;
    static final long DISK_NANOS = BLOCK_NANOS / 2;
    private static final double NEARLY = 1.0 / 8;

    private static final FieldKernel KERNEL = Kernels.fastest(System::nanoTime);

    final class Machine implements GossipEffects {
        final int id;
        GossipNode node;
        boolean alive;
        UnaryOperator<GossipMessage.Block> corrupts = UnaryOperator.identity();
        UnaryOperator<Decoded> decodes = UnaryOperator.identity();
        final TreeMap<Integer, Manifest> disk = new TreeMap<>();

        final TreeMap<Integer, Long> delivered = new TreeMap<>();
        final TreeSet<Integer> shunned = new TreeSet<>();
        final TreeSet<Integer> stalled = new TreeSet<>();
        private long timer;
        private List<GossipMessage> sent;

        Machine(int id) {
            this.id = id;
        }

        private void start() {
            alive = true;
            node = new GossipNode(id, settings, bounds, plan(), KERNEL, seed, this);
            disk.values().forEach(node::onHeld);
        }

        GossipNode recording(List<GossipMessage> said) {
            sent = said;
            start();
            return node;
        }

        @Override
        public void send(int to, GossipMessage message) {
            if (sent != null) sent.add(message);
            if (sent != null || random.nextDouble() < loss) return;
            at(latencyNanos, () -> machines.get(to).take(this, message));
        }

        private void take(Machine from, GossipMessage message) {
            if (alive) node.onMessage(from.id, message, now());
        }

        @Override
        public void transfer(int to, GossipMessage.Block block) {
            Machine receiver = machines.get(to);
            GossipMessage.Block sent = corrupts.apply(block);
            if (foretold) {
                links.start(
                        id, to, BLOCK_BYTES * (1 - NEARLY), whole -> nearly(receiver, sent, whole));
            } else {
                links.start(id, to, BLOCK_BYTES, whole -> transferred(receiver, sent, whole));
            }
            at(
                    latencyNanos,
                    () -> {
                        if (receiver.alive) receiver.node.onReceiving(id, block.number(), now());
                    });
        }

        private void nearly(Machine receiver, GossipMessage.Block block, boolean whole) {
            if (!whole) {
                transferred(receiver, block, false);
                return;
            }
            links.start(
                    id,
                    receiver.id,
                    BLOCK_BYTES * NEARLY,
                    all -> transferred(receiver, block, all));
            long number = block.number();
            if (alive) node.onNearlyTransferred(receiver.id, number, now());
            at(
                    latencyNanos,
                    () -> {
                        if (receiver.alive) receiver.node.onNearlyReceived(id, number, now());
                    });
        }

        private void transferred(Machine receiver, GossipMessage.Block block, boolean whole) {
            if (whole && random.nextDouble() >= loss)
                at(latencyNanos, () -> receiver.take(this, block));
            if (alive) node.onTransferred(receiver.id, block.number(), whole && loss == 0, now());
        }

        @Override
        public void recode(RecodeJob job) {
            GossipNode asked = node;
            at(
                    Math.max(1, (long) (job.rank() * productNanos)),
                    () -> {
                        if (alive && node == asked) node.onRecoded(job, job.run(KERNEL), now());
                    });
        }

        @Override
        public void decode(DecodeJob job) {
            GossipNode asked = node;
            at(
                    Math.max(1, (long) (job.products() * productNanos)),
                    () -> {
                        if (alive && node == asked)
                            node.onDecoded(decodes.apply(job.run(KERNEL)), now());
                    });
        }

        @Override
        public void deliver(Manifest manifest, byte[][] rows) {
            byte[][] blocks = manifest.blocks(rows);
            assertArrayEquals(data.get(manifest.batch()), blocks, () -> "node " + id);
            if (delivered.put(manifest.batch(), now()) != null)
                throw new AssertionError("node " + id + " delivers " + manifest.batch() + " twice");
            if (bounds.equals(BatchBounds.NONE)) return;
            GossipNode asked = node;
            at(
                    DISK_NANOS,
                    () -> {
                        disk.put(manifest.batch(), manifest);
                        if (alive && node == asked) node.onStored(manifest.batch(), now());
                    });
        }

        @Override
        public void load(int batch, Manifest known) {
            rowsLoaded += data.get(batch).length;
            GossipNode asked = node;
            at(
                    DISK_NANOS,
                    () -> {
                        if (!alive || node != asked) return;
                        int k = data.get(batch).length;
                        byte[][] rows = rows(batch);
                        long start = heldPlan.start(batch);
                        long length = (long) k * BLOCK_BYTES;
                        Manifest made =
                                known != null
                                        ? known
                                        : Manifest.ofRows(
                                                batch, start, length, BlockDigest.SHA_256, rows);
                        node.onLoaded(made, rows, now());
                    });
        }

        @Override
        public void loadPart(Manifest manifest, int first, int count) {
            rowsLoaded += count;
            GossipNode asked = node;
            at(
                    DISK_NANOS * count / manifest.k(),
                    () -> {
                        if (!alive || node != asked) return;
                        int batch = manifest.batch();
                        byte[][] part = Arrays.copyOfRange(rows(batch), first, first + count);
                        node.onPartLoaded(batch, first, part, now());
                    });
        }

        private byte[][] rows(int batch) {
            byte[][] blocks = data.get(batch);
            int k = blocks.length;
            byte[][] rows = new byte[k][k + BLOCK_BYTES];
            for (int i = 0; i < k; i++) {
                rows[i][i] = 1;
                System.arraycopy(blocks[i], 0, rows[i], k, BLOCK_BYTES);
            }
            return rows;
        }

        @Override
        public void shunned(int other) {
            shunned.add(other);
        }

        @Override
        public void stalled(int batch, int rank) {
            stalled.add(batch);
        }

        @Override
        public void setTimer(long delayNanos) {
            long due = now() + delayNanos;
            timer = due;
            GossipNode asked = node;
            at(
                    delayNanos,
                    () -> {
                        if (alive && node == asked && timer == due) node.onTimer(now());
                    });
        }
    }

    final List<Machine> machines = new ArrayList<>();
    final List<byte[][]> data = new ArrayList<>();
    final SplittableRandom random;
    final GossipSettings settings;
    double loss;
    long latencyNanos = LATENCY_NANOS;
    BatchBounds bounds = BatchBounds.NONE;
    boolean foretold;
    long rowsLoaded;

    private BatchPlan heldPlan;
    double productNanos;

    private final long seed;
    private final int nodes;
    private final BatchSchedule schedule;
    private final BatchPlan sourcePlan;
    private final EventQueue events = new EventQueue();
    private final FairLinks links;

    GossipSim(int nodes, int encoders, BatchSchedule schedule, long seed) {
        this(nodes, encoders, 1, schedule, seed);
    }

    GossipSim(int nodes, int encoders, int sends, BatchSchedule schedule, long seed) {
        this.nodes = nodes;
        this.seed = seed;
        this.schedule = schedule;
        random = new SplittableRandom(seed);
        settings =
                new GossipSettings(
                        seed,
                        0,
                        encoders,
                        2,
                        sends,
                        sends == 1 ? 1 : 2 * sends,
                        BLOCK_NANOS / 10,
                        sends == 1 ? BLOCK_NANOS / 2 : 8L * sends * BLOCK_NANOS,
                        20L * sends * BLOCK_NANOS,
                        60 * BLOCK_NANOS);
        sourcePlan = plan();
        links = new FairLinks(events, nodes, BLOCK_BYTES * 1e9 / BLOCK_NANOS);
        for (int id = 0; id < nodes; id++) machines.add(new Machine(id));
    }

    private BatchPlan plan() {
        return new BatchPlan(schedule, nodes, 1);
    }

    void publish(int k) {
        byte[][] blocks = new byte[k][BLOCK_BYTES];
        for (byte[] block : blocks) random.nextBytes(block);
        sourcePlan.add(k);
        int batch = data.size();
        data.add(blocks);
        Manifest manifest =
                Manifest.of(batch, sourcePlan.start(batch), (long) k * BLOCK_BYTES, blocks);
        at(0, () -> machines.get(0).node.onPublish(manifest, blocks, now()));
    }

    void hold(int batches, int k) {
        heldPlan = new BatchPlan(schedule, nodes, 0);
        for (int batch = 0; batch < batches; batch++) {
            byte[][] blocks = new byte[k][BLOCK_BYTES];
            for (byte[] block : blocks) random.nextBytes(block);
            data.add(blocks);
            heldPlan.add(k);
            machines.get(0).node.onHeld(batch, heldPlan.start(batch));
        }
    }

    void startUpTo(int end) {
        for (int id = 0; id < end; id++) if (!machines.get(id).alive) machines.get(id).start();
        at(0, this::tellReachable);
    }

    void start(int id) {
        machines.get(id).start();
        at(DETECTION_NANOS, this::tellReachable);
    }

    void kill(int id) {
        kill(id, DETECTION_NANOS);
    }

    void kill(int id, long detectionNanos) {
        machines.get(id).alive = false;
        links.cut(id);
        at(detectionNanos, this::tellReachable);
    }

    private void tellReachable() {
        int[] members = machines.stream().filter(m -> m.alive).mapToInt(m -> m.id).toArray();
        for (int id : members) machines.get(id).node.onReachable(members, now());
    }

    void slow(Machine machine, double part) {
        links.rate(machine.id, part * BLOCK_BYTES * 1e9 / BLOCK_NANOS);
    }

    long now() {
        return events.now();
    }

    void at(long delayNanos, Runnable action) {
        events.at(now() + delayNanos, action);
    }

    void run(double blockTimes) {
        long end = (long) (blockTimes * BLOCK_NANOS);
        while (!events.isEmpty() && events.nextTime() <= end) events.runNext();
    }

    boolean quiet() {
        return events.isEmpty();
    }

    boolean delivered(int batch) {
        for (Machine machine : machines)
            if (machine.alive && machine.id != 0 && !machine.delivered.containsKey(batch))
                return false;
        return true;
    }

    double finish(int batch) {
        if (!delivered(batch)) throw new AssertionError("seed " + seed + ": " + states(batch));
        long last = 0;
        for (Machine machine : machines)
            if (machine.alive && machine.id != 0)
                last = Math.max(last, machine.delivered.get(batch));
        return (double) last / BLOCK_NANOS;
    }

    String states(int batch) {
        StringBuilder text = new StringBuilder("at " + now() / (double) BLOCK_NANOS + ":");
        for (Machine machine : machines)
            text.append(' ').append(machine.id).append(machine.alive ? "" : " dead");
        for (Machine machine : machines)
            if (machine.alive)
                text.append(' ').append(machine.id).append(':').append(machine.node.rank(batch));
        return text.toString();
    }

    static GossipMessage.Block damaged(GossipMessage.Block block) {
        byte[] row = block.row().clone();
        row[row.length - 1] ^= 1;
        return new GossipMessage.Block(block.number(), block.batch(), block.round(), row);
    }

    /**
     * Changes the block in such a way that its {@link io.abcast.dissemination.cooper.code.LinearCheck} still matches.
     */
    static GossipMessage.Block forged(GossipMessage.Block block) {
        byte[] row = block.row().clone();
        int first = row.length - BLOCK_BYTES;
        row[first] ^= 1;
        row[first + LinearCheck.BYTES] ^= 2;
        return new GossipMessage.Block(block.number(), block.batch(), block.round(), row);
    }
}
