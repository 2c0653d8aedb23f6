package io.abcast.papers.omaha;

import io.abcast.dissemination.omaha.PledgeHandle;
import io.abcast.jgroups.OMAHA;
import io.abcast.papers.omaha.Instance.Signal;
import io.abcast.sim.Rng;
import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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
 * The nodes of one process in an experiment on sockets. Each node is a JGroups channel over TCP on the loopback
 * interface. One thread (the loop) of each process runs all instances; the threads of JGroups only pass messages to the
 * loop. On a Linux host, {@link System#nanoTime} reads one clock for all processes.
 */
final class SocketArena implements InstanceContext, AutoCloseable {
    private static final int PAYLOAD_BYTES = 64;

    private static final long FORM_MILLIS = 30_000;
    private static final long REST_NANOS = 1_500_000_000L;
    private static final int KEPT = 400;

    private record Moment(int number, int node, long nanos) {}

    private final SocketTrial trial;
    private final int first;
    private final int count;
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
    private final List<OMAHA> layers = new ArrayList<>();
    private List<Address> addresses = List.of();

    // State of the running instances, by number of the instance; only the thread of the loop uses
    // this map.
    private final Map<Integer, Instance> running = new HashMap<>();
    private final List<Map<Instance, PledgeHandle>> pledges = new ArrayList<>();
    private final List<Moment> begun = new ArrayList<>();
    private final List<Moment> decided = new ArrayList<>();
    private int newest = -1;

    private final CompletableFuture<Void> over = new CompletableFuture<>();

    SocketArena(SocketTrial trial, int first, int count, long seed) {
        this.trial = trial;
        this.first = first;
        this.count = count;
        random = new Rng(seed * 31 + first);
        // The loop discards messages that arrive while the channels close.
        loop.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
    }

    /** Connects the channels one after the other, so that the view lists the nodes in the order of their numbers. */
    void open(String group, Path meeting) throws Exception {
        for (int i = 0; i < count; i++) {
            byte[] xml = trial.xml(meeting).getBytes(StandardCharsets.UTF_8);
            JChannel channel = new JChannel(new ByteArrayInputStream(xml));
            channels.add(channel);
            int node = first + i;
            channel.setReceiver(receiver(node));
            channel.connect(group);
            if (channel.getView().size() != node + 1)
                throw new IllegalStateException(
                        "expected node %d to be the last of the view, got %s"
                                .formatted(node, channel.getView()));
            layers.add(OMAHA.below(channel::down));
            pledges.add(new HashMap<>());
        }
    }

    void form() throws InterruptedException {
        long deadline = System.currentTimeMillis() + FORM_MILLIS;
        for (JChannel channel : channels)
            while (channel.getView().size() < AggregationArena.NODES) {
                if (System.currentTimeMillis() > deadline)
                    throw new IllegalStateException("no view of all: " + channel.getView());
                Thread.sleep(20);
            }
        addresses = channels.get(0).getView().getMembers();
    }

    /**
     * @param startNanos time at which the first of all instances begins, as a value of {@link System#nanoTime}.
     * @return one line "event, number, nanoseconds" for each instance that began in this process, and for each decision
     *     of one of its nodes
     */
    List<String> run(SocketLoad load, long startNanos) throws Exception {
        for (int number = 0; number < load.instances(); number++) {
            int leader = SocketLoad.leader(number);
            if (leader < first || leader >= first + count) continue;
            int which = number;
            after(
                    startNanos + load.beginNanos()[number] - now(),
                    () -> {
                        begun.add(new Moment(which, leader, now()));
                        instance(which).start();
                    });
        }
        after(startNanos + load.endNanos() + REST_NANOS - now(), () -> over.complete(null));
        over.get(load.endNanos() / 1_000_000_000L + 60, TimeUnit.SECONDS);
        CompletableFuture<List<String>> told = new CompletableFuture<>();
        loop.execute(
                () -> {
                    List<String> lines = new ArrayList<>();
                    for (Moment m : begun) lines.add("begun " + m.number + " " + m.nanos);
                    for (Moment m : decided) lines.add("decided " + m.number + " " + m.nanos);
                    told.complete(lines);
                });
        return told.get();
    }

    private Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (Throwable e) {
                over.completeExceptionally(e);
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

    // The following methods run on the thread of the loop.

    private void arrived(int node, int number, int type, int from) {
        double gaussian =
                Math.sqrt(-2 * Math.log(1 - random.unit())) * Math.cos(2 * Math.PI * random.unit());
        double nanos = AggregationArena.RTT_MILLIS * 500_000.0 * (1 + 0.1 * gaussian);
        after(
                (long) Math.max(0, nanos),
                () -> {
                    Instance instance = instance(number);
                    instance.receive(node, new Signal(instance, type, from, false));
                });
    }

    private Instance instance(int number) {
        newest = Math.max(newest, number);
        running.remove(newest - KEPT);
        return running.computeIfAbsent(
                number,
                n ->
                        Algorithm.PAXOS.instance(
                                this, n, SocketLoad.leader(n), Algorithm.Quorums.PAPER));
    }

    @Override
    public void decided(Instance instance, int node) {
        decided.add(new Moment(instance.number, node, now()));
        OMAHA layer = layers.get(node - first);
        if (layer != null && node == instance.leader)
            layer.completed(id(instance), now() - instance.startNanos());
    }

    private static long id(Instance instance) {
        return 1L + instance.number;
    }

    @Override
    public void done(Instance instance) {
        // Ignored: this call reports a quorum among the nodes of this process, but only a quorum of
        // the nodes of all processes counts.
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
            channels.get(from - first)
                    .send(
                            OMAHA.holdable(
                                    addresses.get(to),
                                    out.array(),
                                    0,
                                    PAYLOAD_BYTES,
                                    trial.hold(signal),
                                    signal.instance().number,
                                    id(signal.instance())));
        } catch (Exception e) {
            throw new IllegalStateException("could not send " + signal, e);
        }
    }

    @Override
    public void beginPledge(Instance instance, int node, int steps) {
        OMAHA layer = layers.get(node - first);
        if (layer == null) return;
        pledges.get(node - first)
                .put(
                        instance,
                        layer.beginPledge(
                                instance.number,
                                addresses,
                                500_000L * AggregationArena.RTT_MILLIS * steps));
    }

    @Override
    public void endPledge(Instance instance, int node) {
        PledgeHandle pledge = pledges.get(node - first).remove(instance);
        if (pledge != null) layers.get(node - first).endPledge(pledge);
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
