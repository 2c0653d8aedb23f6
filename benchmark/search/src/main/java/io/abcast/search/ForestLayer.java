package io.abcast.search;

import io.abcast.dissemination.forest.node.ForestEffects;
import io.abcast.dissemination.forest.node.ForestMessage;
import io.abcast.dissemination.forest.node.ForestMessage.Frame;
import io.abcast.dissemination.forest.node.ForestMessage.PlanMessage;
import io.abcast.dissemination.forest.node.ForestNode;
import io.abcast.dissemination.forest.node.ForestSettings;
import io.abcast.dissemination.forest.node.NodeDissemination;
import io.abcast.kernel.Digest;
import io.abcast.kernel.Dissemination;
import io.abcast.kernel.Effects;
import io.abcast.kernel.Membership;
import io.abcast.kernel.QueueVisitor;
import io.abcast.sim.Rng;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * FOREST, which carries payloads for the ordering protocol, in one incarnation of a member: a FOREST node, links with
 * faults, and a controller.
 */
final class ForestLayer implements ForestEffects {
    record Arrived(int from, Digest digest, byte[] payload) {}

    private record Job(long atNanos, long number, Runnable action) {}

    static final long NOTHING_DUE = Long.MAX_VALUE;

    private final Effects effects;
    private final Membership members;
    private final int self;
    private final ForestRun run;
    private final Rng random;
    private final ForestNode node;
    private final NodeDissemination dissemination;

    private final ForestWatch watch;

    private final ForestPlans plans;
    private final ForestReports reports;
    private final PriorityQueue<Job> jobs =
            new PriorityQueue<>(Comparator.comparingLong(Job::atNanos).thenComparing(Job::number));
    private final ArrayDeque<Arrived> arrived = new ArrayDeque<>();
    private final long[] linkFreeNanos;

    /**
     * If {@link ForestRun#relayMissesLeaf} is set: rank of the member to which this member, as a relay, forwards no
     * frames.
     */
    private final int missedLeaf;

    private long now;
    private long jobNumber;
    private long forestTimer;
    private boolean hasRoom;
    private boolean isStarted;

    /** Virtual time in ns; the initial value avoids an overflow of time differences. */
    private long deadUntilNanos = Long.MIN_VALUE / 2;

    ForestLayer(Effects effects, Membership members, int id, ForestRun run, long seed) {
        this.effects = effects;
        this.members = members;
        this.run = run;
        self = members.rank(id);
        random = new Rng(seed ^ 0x5EEDL * id);
        linkFreeNanos = new long[members.size()];
        missedLeaf = (int) random.between(0, members.size() - 1);
        long incarnation = run.nextIncarnation();
        node = new ForestNode(self, incarnation, run.settings, this);
        watch =
                run.duties == null
                        ? null
                        : new ForestWatch(node, self, members.size(), incarnation, run);
        dissemination = new NodeDissemination(node, members, () -> now, run.waitNanos);
        plans = new ForestPlans(members.size(), random.split());
        reports = new ForestReports(node.figures(), effects);
    }

    Dissemination dissemination() {
        return watch == null ? dissemination : new Watched(dissemination, watch, members);
    }

    private record Watched(Dissemination of, ForestWatch watch, Membership members)
            implements Dissemination {
        @Override
        public void spread(Digest digest, byte[] bytes) {
            of.spread(digest, bytes);
        }

        @Override
        public boolean hasRoom() {
            return of.hasRoom();
        }

        @Override
        public boolean fetches() {
            return of.fetches();
        }

        @Override
        public void keep(Digest digest, byte[] bytes) {
            of.keep(digest, bytes);
        }

        @Override
        public void want(Digest digest, int source, int[] holders) {
            of.want(digest, source, holders);
        }

        @Override
        public void holds(int member, Digest digest) {
            watch.acknowledged(members.rank(member), digest);
            of.holds(member, digest);
        }

        @Override
        public void forget(Digest digest) {
            watch.forgotten(digest);
            of.forget(digest);
        }
    }

    void begin(long nowNanos) {
        now = nowNanos;
        if (isStarted) return;
        isStarted = true;
        see();
        control();
    }

    void onMessage(int from, ForestMessage message) {
        int rank = members.rank(from);
        if (watch == null) node.onMessage(rank, message, now);
        else watch.receive(rank, message, () -> node.onMessage(rank, message, now));
    }

    /** Runs all due actions, including those that become due meanwhile. */
    void runDue() {
        while (!jobs.isEmpty() && jobs.peek().atNanos - now <= 0) jobs.poll().action.run();
        if (!hasRoom) return;
        hasRoom = false;
        dissemination.onRoom();
    }

    /** Null if no payload waits. */
    Arrived poll() {
        return arrived.poll();
    }

    boolean hasArrived() {
        return !arrived.isEmpty();
    }

    /** @return time in ns until the next job of FOREST is due; {@link #NOTHING_DUE} if there is no job */
    long end() {
        node.onBatchEnd(now);
        if (watch != null) watch.end(now);
        reports.report();
        return jobs.isEmpty() ? NOTHING_DUE : Math.max(0, jobs.peek().atNanos - now);
    }

    private void at(long atNanos, Runnable action) {
        jobs.add(new Job(atNanos, ++jobNumber, action));
    }

    private void see() {
        boolean lacks = !run.isHealed() && random.chance(run.leaves);
        int without = lacks ? (int) random.between(0, members.size() - 1) : -1;
        List<Integer> view = new ArrayList<>();
        for (int r = 0; r < members.size(); r++) if (r == self || r != without) view.add(r);
        if (watch != null) watch.view(view.stream().mapToLong(r -> 1L << r).sum());
        node.onReachable(view.stream().mapToInt(Integer::intValue).toArray(), now);
    }

    private void control() {
        at(
                now + run.planNanos,
                () -> {
                    see();
                    if (self < run.controllers) {
                        PlanMessage plan = plans.next();
                        node.onPlan(self, plan, now);
                        for (int r = 0; r < members.size(); r++) if (r != self) pass(r, plan);
                    }
                    control();
                });
    }

    @Override
    public void send(int to, ForestMessage message) {
        if (watch != null) watch.sends(to, message);
        pass(to, message);
    }

    private void pass(int to, ForestMessage message) {
        effects.send(members.id(to), new ForestEnvelope(message));
    }

    @Override
    public void transmit(int to, Frame frame) {
        if (watch != null) watch.transmits(to, frame, now);
        double perByte = run.isHealed() ? 0 : run.nanosPerByte;
        long takes = (long) (frame.bytes().length * perByte);
        linkFreeNanos[to] = Math.max(linkFreeNanos[to], now) + takes;
        at(
                linkFreeNanos[to],
                () -> {
                    if (run.isHealed()) pass(to, frame);
                    else passFrame(to, frame);
                    if (watch != null) watch.left(to, now);
                    node.onTransmitted(to, now);
                });
    }

    private void passFrame(int to, Frame frame) {
        boolean isRelayed = frame.source() != self && frame.sequence() != 0;
        if (isRelayed && random.chance(run.relayDies)) deadUntilNanos = now + run.lateNanosMax;
        if (now - deadUntilNanos < 0 || run.dropsAllFrames) return;
        if (isRelayed
                && (random.chance(run.relayDrops)
                        || (run.relayMissesLeaf && to == missedLeaf)
                        || run.misses(self, to, members.size()))) return;
        Frame passed = random.chance(run.damaged) ? damaged(frame) : frame;
        if (random.chance(run.twice)) pass(to, passed);
        if (random.chance(run.late))
            at(now + random.between(0, run.lateNanosMax), () -> pass(to, passed));
        else pass(to, passed);
    }

    private Frame damaged(Frame frame) {
        byte[] bytes = frame.bytes().clone();
        if (bytes.length == 0) return frame;
        bytes[(int) random.between(0, bytes.length - 1)] ^= (byte) (1 << random.between(0, 7));
        return new Frame(
                frame.source(),
                frame.incarnation(),
                frame.sequence(),
                frame.floor(),
                frame.relay(),
                frame.payload(),
                frame.length(),
                frame.index(),
                frame.piece(),
                bytes);
    }

    @Override
    public void deliver(int source, Digest digest, byte[] payload) {
        if (watch != null) watch.delivers(digest, payload);
        arrived.add(new Arrived(members.id(source), digest, payload));
    }

    @Override
    public void room() {
        hasRoom = true;
    }

    @Override
    public void setTimer(long delayNanos) {
        long number = ++forestTimer;
        at(
                now + delayNanos,
                () -> {
                    if (number == forestTimer) node.onTimer(now);
                });
    }

    void visitQueues(QueueVisitor to) {
        ForestSettings s = run.settings;
        to.queue("bytes of own frames", node.ownBytes(), s.ownBytesMax());
        for (int r = 0; r < members.size(); r++) {
            to.queue("bytes of a relay queue", node.relayQueueBytes(r), s.relayQueueBytesMax());
            to.queue("bytes of unclaimed payloads", node.bufferedBytes(r), s.bufferBytesMax());
        }
    }
}
