package io.abcast.papers.wan;

import io.abcast.dissemination.forest.ForestPlanner;
import io.abcast.dissemination.forest.node.ControllerSettings;
import io.abcast.dissemination.forest.node.ForestController;
import io.abcast.dissemination.forest.node.ForestEffects;
import io.abcast.dissemination.forest.node.ForestMessage;
import io.abcast.dissemination.forest.node.ForestMessage.Frame;
import io.abcast.dissemination.forest.node.ForestNode;
import io.abcast.jgroups.forest.ForestConfig;
import io.abcast.jgroups.forest.OjAlgoSolver;
import io.abcast.kernel.Digest;
import io.abcast.kernel.Dissemination;
import io.abcast.kernel.Membership;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.sim.EventQueue;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/**
 * Carries the payloads of a site over FOREST as abcast ships it. The object consists of a FOREST node without memory,
 * its controller, multicasts that share frames, and receivers that keep the order of each source.
 */
final class ControlledForest implements ForestEffects, SitePayloads, Dissemination {
    private static final int FRAME_BYTES_MAX = 64 << 10;
    private static final long BACKLOG_BYTES_MAX = 4 << 20;
    private static final long TICK_NANOS = 10_000_000;

    private static final class Inbound {
        long next = 1;
        final Map<Long, byte[]> early = new HashMap<>();
    }

    private final int rank;
    private final EventQueue queue;
    private final SocketNetwork network;
    private final WideMachine machine;
    private final ForestNode node;
    private final ForestController controller;
    private final WireSizes sizes;
    private final Inbound[] inbound;
    private final ArrayDeque<byte[]> backlog = new ArrayDeque<>();
    private final ArrayDeque<Runnable> arrived = new ArrayDeque<>();
    private long backlogBytes;
    private boolean isFull;
    private long sequence;
    private long timerNanos;

    ControlledForest(
            int rank,
            Membership members,
            EventQueue queue,
            SocketNetwork network,
            WideMachine machine) {
        this.rank = rank;
        this.queue = queue;
        this.network = network;
        this.machine = machine;
        sizes = new WireSizes(members);
        inbound = new Inbound[members.size()];
        for (int i = 0; i < inbound.length; i++) inbound[i] = new Inbound();
        node =
                new ForestNode(
                        rank,
                        1,
                        ForestConfig.node(FRAME_BYTES_MAX, 1 << 10, 4 << 20, 1, 5_000 * 1_000_000L),
                        this);
        controller =
                new ForestController(
                        rank,
                        ControllerSettings.defaults(0, 0),
                        node,
                        new ForestPlanner(new OjAlgoSolver()),
                        this,
                        queue.now());
    }

    ForestController controller() {
        return controller;
    }

    @Override
    public void start() {
        queue.at(queue.now() + TICK_NANOS, this::tick);
    }

    private void tick() {
        network.run(
                rank,
                () -> {
                    controller.onTick(queue.now());
                    end();
                    queue.at(queue.now() + TICK_NANOS, this::tick);
                });
    }

    void view(int[] ranks) {
        node.onReachable(ranks, queue.now());
        controller.onReachable(ranks, queue.now());
    }

    private void end() {
        while (!isFull && !backlog.isEmpty()) {
            WireWriter out = new WireWriter(FRAME_BYTES_MAX);
            out.i64(sequence + 1);
            int count = 0;
            for (byte[] each : backlog) {
                if (count > 0 && out.size() + each.length + 5 > FRAME_BYTES_MAX) break;
                out.bytes(each);
                count++;
            }
            if (node.spread(out.toByteArray(), queue.now()) == null) {
                isFull = true;
                break;
            }
            sequence++;
            for (int i = 0; i < count; i++) backlogBytes -= backlog.remove().length;
        }
        node.onBatchEnd(queue.now());
    }

    @Override
    public Dissemination dissemination() {
        return this;
    }

    @Override
    public void spread(Digest digest, byte[] bytes) {
        if (backlogBytes + bytes.length > BACKLOG_BYTES_MAX)
            throw new IllegalStateException("the backlog is full");
        backlog.add(bytes);
        backlogBytes += bytes.length;
        if (backlog.size() == 1) queue.at(queue.now(), () -> network.run(rank, this::end));
    }

    @Override
    public boolean hasRoom() {
        return backlogBytes < BACKLOG_BYTES_MAX / 2;
    }

    @Override
    public boolean fetches() {
        return false;
    }

    @Override
    public void keep(Digest digest, byte[] bytes) {}

    @Override
    public void want(Digest digest, int source, int[] holders) {}

    @Override
    public void holds(int member, Digest digest) {}

    @Override
    public void forget(Digest digest) {}

    @Override
    public long waitingBytes(int to) {
        return 0;
    }

    @Override
    public void handOver() {
        while (!arrived.isEmpty()) arrived.remove().run();
    }

    @Override
    public void received(int from, ForestMessage message) {
        if (!controller.onMessage(from, message, queue.now()))
            node.onMessage(from, message, queue.now());
        end();
        handOver();
    }

    @Override
    public void transmitted(int to) {
        node.onTransmitted(to, queue.now());
        end();
    }

    @Override
    public void send(int to, ForestMessage message) {
        network.send(rank, to, message, sizes.of(message), 0, true);
    }

    @Override
    public void transmit(int to, Frame frame) {
        network.send(rank, to, frame, sizes.of(frame), frame.bytes().length, false);
    }

    @Override
    public void deliver(int source, Digest digest, byte[] payload) {
        Inbound in = inbound[source];
        long number = new WireReader(payload).i64();
        if (number < in.next) return;
        in.early.put(number, payload);
        for (byte[] next = in.early.remove(in.next);
                next != null;
                next = in.early.remove(in.next)) {
            in.next++;
            byte[] bundle = next;
            arrived.add(() -> handOver(source, bundle));
        }
    }

    private void handOver(int source, byte[] bundle) {
        WireReader in = new WireReader(bundle);
        in.i64();
        while (in.remaining() > 0) {
            byte[] payload = in.bytes();
            machine.arrived(source, Digest.of(payload), payload);
        }
    }

    @Override
    public void room() {
        isFull = false;
        queue.at(queue.now(), () -> network.run(rank, this::end));
    }

    @Override
    public void setTimer(long delayNanos) {
        timerNanos = queue.now() + delayNanos;
        queue.at(timerNanos, this::expire);
    }

    private void expire() {
        if (queue.now() != timerNanos) return;
        network.run(
                rank,
                () -> {
                    node.onTimer(queue.now());
                    end();
                });
    }
}
