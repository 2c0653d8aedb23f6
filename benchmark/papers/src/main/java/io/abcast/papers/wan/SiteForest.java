package io.abcast.papers.wan;

import io.abcast.dissemination.forest.PlanObjective;
import io.abcast.dissemination.forest.node.ForestEffects;
import io.abcast.dissemination.forest.node.ForestMessage;
import io.abcast.dissemination.forest.node.ForestMessage.Frame;
import io.abcast.dissemination.forest.node.ForestMessage.PlanMessage;
import io.abcast.dissemination.forest.node.ForestNode;
import io.abcast.dissemination.forest.node.ForestSettings;
import io.abcast.dissemination.forest.node.NodeDissemination;
import io.abcast.kernel.Digest;
import io.abcast.kernel.Dissemination;
import io.abcast.kernel.Membership;
import io.abcast.sim.EventQueue;
import io.abcast.sim.Rng;
import java.util.ArrayDeque;
import java.util.stream.IntStream;

/**
 * The overlays over which a site sends and receives payloads. A {@link ForestNode} carries the payloads of the site's
 * EPaxos node. Messages without payloads leave the site before waiting frames with payloads.
 */
final class SiteForest implements ForestEffects, SitePayloads {
    /** Longer than the travel time of a payload over the longest path with full queues. */
    private static final long WAIT_NANOS = 2_000_000_000L;

    private final int rank;
    private final Membership members;
    private final EventQueue queue;
    private final WideNetwork network;
    private final WideOverlays overlays;
    private final WideMachine machine;
    private final ForestNode node;
    private final NodeDissemination dissemination;
    private final WireSizes sizes;
    private final ArrayDeque<Runnable> arrived = new ArrayDeque<>();

    private long timerNanos;
    private long plans;

    SiteForest(
            int rank,
            Membership members,
            EventQueue queue,
            WideNetwork network,
            WideOverlays overlays,
            long seed,
            WideMachine machine) {
        this.rank = rank;
        this.members = members;
        this.queue = queue;
        this.network = network;
        this.overlays = overlays;
        this.machine = machine;
        sizes = new WireSizes(members);
        ForestSettings settings = settings(members.size());
        node =
                overlays.isQuota()
                        ? new ForestNode(
                                rank, 1, settings, this, new QuotaChoice(rank, new Rng(seed)))
                        : new ForestNode(rank, 1, settings, this);
        dissemination = new NodeDissemination(node, members, queue::now, WAIT_NANOS);
    }

    private static ForestSettings settings(int n) {
        ForestSettings base = ForestSettings.defaults(true, n - PlanObjective.fastFailures(n));
        return new ForestSettings(
                base.keeps(),
                base.quorum(),
                base.frameBytesMax(),
                base.inlineBytesMax(),
                base.payloadBytesMax(),
                base.ownBytesMax(),
                base.relayQueueBytesMax(),
                base.bufferBytesMax(),
                base.linkFramesMax(),
                base.tickNanos(),
                base.lateMinNanos(),
                base.lateFirstNanos(),
                base.lateMaxNanos(),
                base.probeNanos(),
                base.probeMaxNanos(),
                Long.MAX_VALUE / 2);
    }

    @Override
    public void start() {
        node.onReachable(all(), queue.now());
        plan(overlays);
    }

    void plan(WideOverlays next) {
        PlanMessage plan = new PlanMessage(1, ++plans, all(), next.rates(), next.r());
        String refusal = node.onPlan(0, plan, queue.now());
        if (refusal != null) throw new IllegalStateException("plan: " + refusal);
    }

    private int[] all() {
        return IntStream.range(0, members.size()).toArray();
    }

    @Override
    public Dissemination dissemination() {
        return dissemination;
    }

    @Override
    public void handOver() {
        while (!arrived.isEmpty()) arrived.remove().run();
    }

    @Override
    public long waitingBytes(int to) {
        return node.ownQueueBytes(to);
    }

    // ------------------------------------------------------------------ network

    @Override
    public void received(int from, ForestMessage message) {
        node.onMessage(from, message, queue.now());
        node.onBatchEnd(queue.now());
        handOver();
    }

    @Override
    public void transmitted(int to) {
        node.onTransmitted(to, queue.now());
        handOver();
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
        arrived.add(() -> machine.arrived(source, digest, payload));
    }

    @Override
    public void room() {
        arrived.add(dissemination::onRoom);
    }

    @Override
    public void setTimer(long delayNanos) {
        timerNanos = queue.now() + delayNanos;
        queue.at(timerNanos, this::expire);
    }

    private void expire() {
        if (queue.now() != timerNanos) return;
        node.onTimer(queue.now());
        handOver();
    }
}
