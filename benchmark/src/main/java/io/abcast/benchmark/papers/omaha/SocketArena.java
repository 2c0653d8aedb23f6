package io.abcast.benchmark.papers.omaha;

import io.abcast.benchmark.papers.omaha.Instance.Signal;
import io.abcast.dissemination.omaha.PledgeHandle;
import io.abcast.jgroups.HoldableMessage;
import io.abcast.jgroups.OMAHA;
import io.abcast.sim.Rng;
import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jgroups.Address;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.util.MessageBatch;

/**
 * The same instances on fifteen JGroups channels of this process, over TCP on loopback; latency is injected where messages arrive.
 * A node's messages to itself stay in its channel. One thread runs all instances; JGroups' threads only hand messages over.
 */
final class SocketArena implements Surroundings, AutoCloseable {
    /** Payload of a message; JGroups' headers come on top. */
    private static final int PAYLOAD_BYTES = 64;

    private static final long FORM_MILLIS = 30_000;

    private final SocketTrial trial;
    private final int dropped;
    private final int instances;
    private final Rng random;
    private final ScheduledThreadPoolExecutor loop =
            new ScheduledThreadPoolExecutor(
                    1,
                    task -> {
                        Thread thread = new Thread(task, "instances");
                        thread.setDaemon(true);
                        return thread;
                    });
    private final List<JChannel> channels = new ArrayList<>();
    private final List<Address> addresses = new ArrayList<>();
    private final List<OMAHA> layers = new ArrayList<>();

    // Of the loop.
    private final Map<Integer, Instance> running = new HashMap<>();
    private final List<Map<Instance, PledgeHandle>> pledges = new ArrayList<>();
    private final Tally tally = new Tally(List.of(Algorithm.PAXOS));
    private int started;
    private KernelCounts before;

    /** Segments and bytes per instance, and the tally; ends the run. */
    private final CompletableFuture<SocketOutcome> outcome = new CompletableFuture<>();

    SocketArena(SocketTrial trial, int dropped, int instances, long seed) {
        this.trial = trial;
        this.dropped = dropped;
        this.instances = instances;
        random = new Rng(seed);
        // What still arrives while the channels close is for nobody.
        loop.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
    }

    /** @throws Exception if the channels do not find together, or the run takes longer than {@code limitSeconds} */
    SocketOutcome run(int limitSeconds) throws Exception {
        String group = "omaha-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
        for (int node = 0; node < Arena.NODES; node++) {
            byte[] xml = trial.xml().getBytes(StandardCharsets.UTF_8);
            JChannel channel = new JChannel(new ByteArrayInputStream(xml));
            channels.add(channel.name(Integer.toString(node)));
            channel.setReceiver(receiver(node));
            channel.connect(group);
            addresses.add(channel.getAddress());
            layers.add(OMAHA.below(channel::down));
            pledges.add(new HashMap<>());
        }
        long deadline = System.currentTimeMillis() + FORM_MILLIS;
        for (JChannel channel : channels)
            while (channel.getView().size() < Arena.NODES) {
                if (System.currentTimeMillis() > deadline)
                    throw new IllegalStateException("no view of all: " + channel.getView());
                Thread.sleep(20);
            }
        loop.execute(guarded(this::arrive));
        return outcome.get(limitSeconds, TimeUnit.SECONDS);
    }

    /** What goes wrong ends the run. */
    private Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (Throwable e) {
                outcome.completeExceptionally(e);
            }
        };
    }

    private Receiver receiver(int node) {
        return new Receiver() {
            @Override
            public void receive(Message message) {
                ByteBuffer in =
                        ByteBuffer.wrap(
                                message.getArray(), message.getOffset(), message.getLength());
                int number = in.getInt();
                int type = in.get();
                int from = in.get();
                loop.execute(guarded(() -> arrived(node, number, type, from)));
            }

            @Override
            public void receive(MessageBatch batch) {
                for (Message message : batch) receive(message);
            }
        };
    }

    // ------------------------------------------------------------------ the loop

    private void arrived(int node, int number, int type, int from) {
        double gaussian =
                Math.sqrt(-2 * Math.log(1 - random.unit())) * Math.cos(2 * Math.PI * random.unit());
        double nanos = Arena.RTT_MILLIS * 500_000.0 * (1 + 0.1 * gaussian);
        after(
                (long) Math.max(0, nanos),
                () -> {
                    Instance instance = running.get(number);
                    if (instance != null)
                        instance.receive(node, new Signal(instance, type, from, false));
                });
    }

    private void arrive() {
        if (outcome.isDone()) return;
        int number = started++;
        Instance instance =
                Algorithm.PAXOS.instance(
                        this, number, number % Arena.NODES, Algorithm.Quorums.PAPER);
        running.put(number, instance);
        instance.start();
        // As many instances as lead to the messages of those that are over are kept.
        running.remove(number - 20 * Trial.Load.HIGH.at(0, 1));
        double mean =
                Algorithm.PAXOS.steps * Arena.RTT_MILLIS * 500_000.0 / Trial.Load.HIGH.at(0, 1);
        after((long) (-mean * Math.log(1 - random.unit())), this::arrive);
    }

    @Override
    public void done(Instance instance) {
        tally.completed(Algorithm.PAXOS, now() - instance.startNanos());
        if (tally.completed() == dropped) {
            tally.begin();
            before = KernelCounts.now();
        }
        if (tally.completed() == instances)
            outcome.complete(
                    SocketOutcome.of(KernelCounts.now().minus(before), tally.of(Algorithm.PAXOS)));
    }

    @Override
    public long now() {
        return System.nanoTime();
    }

    @Override
    public void send(int from, int to, Signal signal) {
        ByteBuffer out = ByteBuffer.allocate(PAYLOAD_BYTES);
        out.putInt(signal.instance().number).put((byte) signal.type()).put((byte) from);
        try {
            channels.get(from)
                    .send(
                            new HoldableMessage(
                                    addresses.get(to),
                                    out.array(),
                                    0,
                                    PAYLOAD_BYTES,
                                    trial.hold(signal),
                                    signal.instance().number));
        } catch (Exception e) {
            throw new IllegalStateException("could not send " + signal, e);
        }
    }

    @Override
    public void beginPledge(Instance instance, int node) {
        OMAHA layer = layers.get(node);
        if (layer == null) return;
        pledges.get(node)
                .put(
                        instance,
                        layer.beginPledge(
                                instance.number, addresses, Arena.RTT_MILLIS * 1_000_000L));
    }

    @Override
    public void endPledge(Instance instance, int node) {
        PledgeHandle pledge = pledges.get(node).remove(instance);
        if (pledge != null) layers.get(node).endPledge(pledge);
    }

    @Override
    public boolean acceptorsPledge() {
        return trial.acceptorsPledge();
    }

    @Override
    public boolean loses() {
        return false;
    }

    @Override
    public long resendNanos() {
        return Long.MAX_VALUE;
    }

    @Override
    public void after(long nanos, Runnable task) {
        loop.schedule(guarded(task), nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        loop.shutdownNow();
        for (int node = channels.size() - 1; node >= 0; node--) channels.get(node).close();
    }
}
