package io.abcast.papers.cooper;

import io.abcast.dissemination.cooper.BatchPlan;
import io.abcast.dissemination.cooper.SeededBits;
import io.abcast.dissemination.cooper.code.Accumulators;
import io.abcast.dissemination.cooper.code.DecodeJob;
import io.abcast.dissemination.cooper.code.FieldKernel;
import io.abcast.dissemination.cooper.code.Kernels;
import io.abcast.dissemination.cooper.code.Manifest;
import io.abcast.dissemination.cooper.code.RecodeJob;
import io.abcast.dissemination.cooper.gossip.GossipEffects;
import io.abcast.dissemination.cooper.gossip.GossipMessage;
import io.abcast.dissemination.cooper.gossip.GossipNode;
import io.abcast.dissemination.cooper.gossip.GossipSettings;
import io.abcast.sim.links.Cores;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Runs the {@link GossipNode}s that abcast ships, in virtual time. The nodes code, check, decode and compare {@value
 * #STAND_IN_BYTES} bytes in place of a whole block. The links and processor cores of a node are still busy for the time
 * of a whole block.
 */
final class GossipRun {
    /** With this number of bytes in place of a block, every check of {@link Manifest} still detects a wrong block. */
    private static final int STAND_IN_BYTES = 64;

    /** An EC2 instance t2.medium has two cores (Liu 2015, section 6.2). */
    private static final int CORES = 2;

    private static final double NEARLY = 1.0 / 8;
    private static final int READY_MAX = 2;

    private static final FieldKernel KERNEL = Kernels.fastest(System::nanoTime);

    private final Setting setting;
    private final long seed;
    private final TransferArena arena;
    private final GossipSettings settings;
    private final byte[][][] data;
    private final List<Machine> machines = new ArrayList<>();

    private GossipRun(Setting setting, long seed) {
        this.setting = setting;
        this.seed = seed;
        arena =
                new TransferArena(
                        setting.nodes(),
                        setting.batches(),
                        setting.batchBytes(),
                        setting.bytesPerSecond());
        long block = setting.blockNanos();
        // The timeouts for transfers and stalls are much longer than the transfer of a block,
        // because the simulated network loses no message.
        settings =
                new GossipSettings(
                        seed,
                        0,
                        setting.encoders(),
                        READY_MAX,
                        1,
                        setting.receives(),
                        Math.max(2 * TransferArena.LATENCY_NANOS, block / 10),
                        Math.max(10 * TransferArena.LATENCY_NANOS, block / 2),
                        20 * block,
                        60 * block);
        data = new byte[setting.batches()][setting.blocks()][STAND_IN_BYTES];
        for (int id = 0; id < setting.nodes(); id++) machines.add(new Machine(id));
    }

    static Spread run(Setting setting, long seed) {
        GossipRun run = new GossipRun(setting, seed);
        run.start();
        Spread spread = run.arena.run(seed);
        return spread;
    }

    private void start() {
        int[] members = new int[machines.size()];
        for (int id = 0; id < members.length; id++) members[id] = id;
        for (Machine machine : machines) machine.node.onReachable(members, 0);
        SeededBits bits = new SeededBits(seed);
        BatchPlan plan = plan();
        Machine source = machines.get(0);
        for (int batch = 0; batch < data.length; batch++) {
            plan.add(setting.blocks());
            for (byte[] block : data[batch]) bits.nextBytes(block, block.length);
            long length = (long) setting.blocks() * STAND_IN_BYTES;
            Manifest manifest = Manifest.of(batch, plan.start(batch), length, data[batch]);
            for (int i = 0; i < setting.blocks(); i++) {
                byte[] row = new byte[manifest.rowBytes()];
                row[i] = 1;
                System.arraycopy(data[batch][i], 0, row, setting.blocks(), STAND_IN_BYTES);
                source.holds(batch, row);
            }
            source.node.onPublish(manifest, data[batch], 0);
        }
    }

    private BatchPlan plan() {
        return new BatchPlan(setting.schedule(), setting.nodes(), setting.constant());
    }

    private final class Machine implements GossipEffects {
        private final int id;
        private final GossipNode node;
        private final Cores cores = new Cores(arena.queue, CORES);
        private final Relay[] relays = new Relay[setting.batches()];
        private long timer;

        Machine(int id) {
            this.id = id;
            node = new GossipNode(id, settings, plan(), KERNEL, seed, this);
            if (setting.accumulators() > 0)
                for (int batch = 0; batch < relays.length; batch++)
                    relays[batch] = new Relay(SeededBits.of(~seed, id), setting);
        }

        private void holds(int batch, byte[] row) {
            if (relays[batch] != null) relays[batch].holds(row);
        }

        private void take(int from, GossipMessage message) {
            if (!(message instanceof GossipMessage.Block block)) {
                node.onMessage(from, message, arena.now());
                return;
            }
            int before = node.rank(block.batch());
            node.onMessage(from, message, arena.now());
            if (node.rank(block.batch()) == before) arena.redundant++;
            else holds(block.batch(), block.row());
        }

        @Override
        public void send(int to, GossipMessage message) {
            Machine receiver = machines.get(to);
            arena.message(message.wireBytes(), () -> receiver.take(id, message));
        }

        @Override
        public void transfer(int to, GossipMessage.Block block) {
            Machine receiver = machines.get(to);
            double bytes = block.wireBytes() - STAND_IN_BYTES + setting.blockBytes();
            arena.sent++;
            arena.message(0, () -> receiver.node.onReceiving(id, block.number(), arena.now()));
            arena.links.start(
                    id, to, bytes * (1 - NEARLY), whole -> nearly(receiver, block, bytes * NEARLY));
        }

        private void nearly(Machine receiver, GossipMessage.Block block, double bytes) {
            arena.links.start(
                    id,
                    receiver.id,
                    bytes,
                    whole -> {
                        arena.message(0, () -> receiver.take(id, block));
                        node.onTransferred(receiver.id, block.number(), true, arena.now());
                    });
            node.onNearlyTransferred(receiver.id, block.number(), arena.now());
            arena.message(0, () -> receiver.node.onNearlyReceived(id, block.number(), arena.now()));
        }

        @Override
        public void recode(RecodeJob job) {
            Relay relay = relays[job.batch()];
            double products = relay == null ? job.rank() : relay.products();
            byte[] row = relay == null ? job.run(KERNEL) : relay.draw();
            cores.run(
                    setting.cost().encodeNanos(products, setting.blockBytes()),
                    () -> node.onRecoded(job, row, arena.now()));
        }

        @Override
        public void decode(DecodeJob job) {
            cores.run(
                    setting.cost().decodeNanos(job.products(), setting.blockBytes()),
                    () -> node.onDecoded(job.run(KERNEL), arena.now()));
        }

        @Override
        public void deliver(Manifest manifest, byte[][] rows) {
            if (!Arrays.deepEquals(manifest.blocks(rows), data[manifest.batch()]))
                throw new IllegalStateException("node " + id + " has other bytes, seed " + seed);
            arena.has(id, manifest.batch());
        }

        @Override
        public void shunned(int other) {
            throw new IllegalStateException("node " + id + " shuns " + other + ", seed " + seed);
        }

        @Override
        public void stalled(int batch, int rank) {
            throw new IllegalStateException("node " + id + " is stalled, seed " + seed);
        }

        @Override
        public void setTimer(long delayNanos) {
            long due = arena.now() + delayNanos;
            timer = due;
            arena.in(
                    delayNanos,
                    () -> {
                        if (timer == due) node.onTimer(due);
                    });
        }
    }

    private static final class Relay {
        private final SeededBits bits;
        private final Accumulators accumulators;
        private final int count;
        private final int width;
        private final List<byte[]> held = new ArrayList<>();
        private int fresh;

        Relay(SeededBits bits, Setting setting) {
            this.bits = bits;
            count = setting.accumulators();
            width = setting.blocks() + STAND_IN_BYTES;
            accumulators = new Accumulators(KERNEL, count, width);
        }

        void holds(byte[] row) {
            held.add(row);
            fresh++;
            accumulators.absorb(bits, row);
        }

        double products() {
            return (double) count * (fresh + 2);
        }

        byte[] draw() {
            fresh = 0;
            accumulators.absorb(bits, held.get(bits.nextInt(held.size())));
            byte[] row = new byte[width];
            accumulators.draw(bits, row);
            return row;
        }
    }
}
