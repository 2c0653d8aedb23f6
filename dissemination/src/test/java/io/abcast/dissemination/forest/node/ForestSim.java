package io.abcast.dissemination.forest.node;

import io.abcast.dissemination.forest.ForestPlanner;
import io.abcast.dissemination.forest.LinearSolver;
import io.abcast.dissemination.forest.node.ForestMessage.Frame;
import io.abcast.dissemination.forest.node.ForestMessage.PlanMessage;
import io.abcast.kernel.Digest;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.sim.EventQueue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Simulates forest nodes in virtual time. Each site has an uplink and a downlink of limited rate, which transmit frames
 * one after another.
 */
final class ForestSim {
    static final long MILLI = 1_000_000;

    interface Fault {
        Frame pass(int from, int to, Frame frame);
    }

    final class Site implements ForestEffects {
        final int id;
        final ForestNode node;
        final TreeMap<Long, Integer> delivered = new TreeMap<>();
        double uplink;
        double downlink;
        boolean isAlive = true;
        ForestController controller;
        long uplinkFreeAt;
        long downlinkFreeAt;
        long bytesOut;
        long deliveredBytes;
        int rooms;
        private final ArrayDeque<byte[]> backlog = new ArrayDeque<>();
        private long timer;

        Site(int id, ForestSettings settings, double bytesPerSecond) {
            this.id = id;
            uplink = bytesPerSecond;
            downlink = bytesPerSecond;
            node = new ForestNode(id, 1, settings, this);
        }

        @Override
        public void send(int to, ForestMessage message) {
            ForestMessage copy = copy(message);
            events.at(events.now() + latency, () -> sites.get(to).receive(id, copy));
        }

        @Override
        public void transmit(int to, Frame frame) {
            long bytes = copy.size(frame);
            uplinkFreeAt = Math.max(uplinkFreeAt, events.now()) + (long) (bytes * 1e9 / uplink);
            bytesOut += bytes;
            events.at(
                    uplinkFreeAt,
                    () -> {
                        if (!isAlive) return;
                        node.onTransmitted(to, events.now());
                        check();
                        Frame passed = fault.pass(id, to, frame);
                        if (passed != null) sites.get(to).arrive(id, passed, bytes);
                    });
        }

        private void arrive(int from, Frame frame, long bytes) {
            long start = Math.max(downlinkFreeAt, events.now() + latency);
            downlinkFreeAt = start + (long) (bytes * 1e9 / downlink);
            events.at(downlinkFreeAt, () -> receive(from, copy(frame)));
        }

        private void receive(int from, ForestMessage message) {
            if (!isAlive) return;
            if (controller == null || !controller.onMessage(from, message, events.now()))
                node.onMessage(from, message, events.now());
            node.onBatchEnd(events.now());
            check();
        }

        @Override
        public void deliver(int source, Digest digest, byte[] payload) {
            if (!digest.equals(Digest.of(payload))) throw new AssertionError("digest " + digest);
            delivered.merge(number(payload), 1, Integer::sum);
            deliveredBytes += payload.length;
        }

        @Override
        public void room() {
            rooms++;
            events.at(events.now(), this::drain);
        }

        private void offer(byte[] payload) {
            backlog.add(payload);
            drain();
        }

        private void drain() {
            while (!backlog.isEmpty() && spread(backlog.peek()) != null) backlog.remove();
        }

        @Override
        public void setTimer(long delayNanos) {
            long number = ++timer;
            events.at(
                    events.now() + delayNanos,
                    () -> {
                        if (!isAlive || number != timer) return;
                        node.onTimer(events.now());
                        check();
                    });
        }

        private void check() {
            for (int to = 0; to < sites.size(); to++)
                if (node.relayQueueBytes(to) > settings.relayQueueBytesMax())
                    throw new AssertionError(
                            "relay queue of "
                                    + id
                                    + " for "
                                    + to
                                    + ": "
                                    + node.relayQueueBytes(to));
            if (node.ownBytes() > settings.ownBytesMax())
                throw new AssertionError("own bytes of " + id + ": " + node.ownBytes());
            for (int source = 0; source < sites.size(); source++)
                if (node.bufferedBytes(source) > settings.bufferBytesMax())
                    throw new AssertionError("buffer of " + id + ": " + node.bufferedBytes(source));
        }

        Digest spread(byte[] payload) {
            Digest digest = node.spread(payload, events.now());
            check();
            return digest;
        }
    }

    private static final class Copy {
        private final ForestCodec codec = new ForestCodec();

        ForestMessage of(ForestMessage message) {
            WireWriter out = new WireWriter(64);
            codec.encode(message, out);
            byte[] bytes = out.toByteArray();
            if (bytes.length > message.wireBytes())
                throw new AssertionError(message + " takes " + bytes.length + " bytes");
            return codec.decode(new WireReader(bytes));
        }

        long size(Frame frame) {
            return frame.bytes().length + 100L;
        }
    }

    final EventQueue events = new EventQueue();
    final List<Site> sites = new ArrayList<>();
    final ForestSettings settings;
    long latency = 5 * MILLI;
    Fault fault = (from, to, frame) -> frame;
    private final Copy copy = new Copy();
    private long payloads;

    ForestSim(int n, ForestSettings settings, double bytesPerSecond) {
        this.settings = settings;
        for (int i = 0; i < n; i++) sites.add(new Site(i, settings, bytesPerSecond));
        view();
    }

    private ForestMessage copy(ForestMessage message) {
        return copy.of(message);
    }

    Site site(int id) {
        return sites.get(id);
    }

    void view() {
        int[] alive =
                sites.stream().filter(site -> site.isAlive).mapToInt(site -> site.id).toArray();
        for (Site site : sites) {
            if (!site.isAlive) continue;
            site.node.onReachable(alive, events.now());
            if (site.controller != null) site.controller.onReachable(alive, events.now());
        }
    }

    void control(ControllerSettings controls, Supplier<LinearSolver> solver) {
        for (Site site : sites) {
            ForestPlanner planner = new ForestPlanner(solver.get());
            site.controller =
                    new ForestController(site.id, controls, site.node, planner, site, events.now());
            tick(site);
        }
        view();
    }

    private void tick(Site site) {
        if (site.isAlive) site.controller.onTick(events.now());
        events.at(events.now() + 10 * MILLI, () -> tick(site));
    }

    void plan(double[][] r) {
        double[] rates = Arrays.stream(r).mapToDouble(row -> Arrays.stream(row).sum()).toArray();
        int[] members = sites.stream().mapToInt(site -> site.id).toArray();
        repeat(new PlanMessage(1, 1, members, rates, r));
    }

    private void repeat(PlanMessage plan) {
        for (Site site : sites) if (site.isAlive) site.node.onPlan(0, plan, events.now());
        events.at(events.now() + 1000 * MILLI, () -> repeat(plan));
    }

    byte[] payload(int bytes) {
        byte[] payload = new byte[bytes];
        long number = ++payloads;
        for (int i = 0; i < 8; i++) payload[i] = (byte) (number >>> (56 - 8 * i));
        return payload;
    }

    static long number(byte[] payload) {
        return new WireReader(payload).i64();
    }

    long payloads() {
        return payloads;
    }

    void load(int site, double bytesPerSecond, int bytes, long untilNanos) {
        if (events.now() >= untilNanos) return;
        if (site(site).isAlive) site(site).offer(payload(bytes));
        long gap = (long) (bytes * 1e9 / bytesPerSecond);
        events.at(events.now() + gap, () -> load(site, bytesPerSecond, bytes, untilNanos));
    }

    void window(int site, long window, int bytes, long untilNanos) {
        if (events.now() >= untilNanos) return;
        Site source = site(site);
        while (source.backlog.isEmpty() && source.node.ownBytes() < window)
            source.offer(payload(bytes));
        events.at(events.now() + MILLI, () -> window(site, window, bytes, untilNanos));
    }

    void runUntil(long nanos) {
        while (!events.isEmpty() && events.nextTime() <= nanos) events.runNext();
    }
}
