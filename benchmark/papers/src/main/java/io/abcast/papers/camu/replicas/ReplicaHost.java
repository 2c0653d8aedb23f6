package io.abcast.papers.camu.replicas;

import io.abcast.kernel.Entry;
import io.abcast.kernel.GroupAnswers;
import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.GroupEffects;
import io.abcast.kernel.GroupNode;
import io.abcast.kernel.Message;
import io.abcast.kernel.Node;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.Refusal;
import io.abcast.papers.node.FaultFreeEffects;
import io.abcast.papers.node.InstantStorage;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One replica of a group: a node and the thread that runs the node. Events that arrive while the thread is busy wait,
 * and form the node's next batch. The state machine of the replica returns its results at once.
 */
public final class ReplicaHost implements GroupEffects, FaultFreeEffects {
    private static final int BATCH_EVENTS_MAX = 1_000;

    private static final byte[] NO_RESULT = {};

    private record Waiting(Consumer<Node> event, long nanos) {}

    private final ReplicaArena arena;
    private final int group;
    private final int server;
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private final InstantStorage storage = new InstantStorage();
    private final Map<Integer, Long> deadlines = new TreeMap<>();
    private final ArrayDeque<Long> results = new ArrayDeque<>();

    private Node node;
    private GroupNode groupNode;

    /** The wall clock of the replica's server minus virtual time, in us. */
    private long offsetMicros;

    /**
     * Virtual time in ns until which the thread of the replica is busy; during a batch, the present time of the thread.
     */
    private long free;

    private boolean isScheduled;

    ReplicaHost(ReplicaArena arena, int group, int server) {
        this.arena = arena;
        this.group = group;
        this.server = server;
    }

    void run(Node each) {
        node = each;
        groupNode = each instanceof GroupNode its ? its : null;
    }

    public int group() {
        return group;
    }

    public int server() {
        return server;
    }

    /** Sets the wall clock of the replica's server, as the difference to virtual time in us. */
    public void clock(long micros) {
        offsetMicros = micros;
    }

    void start() {
        post(each -> each.onStart(Recovered.fresh()), 0);
    }

    /**
     * Submits a request of a client that arrives at this replica at the present time. The request keeps the thread of
     * the replica busy for {@code nanos} ns.
     */
    public void submit(long request, int[] groups, byte[] payload, long nanos) {
        post(
                each -> {
                    if (groupNode == null) each.onSubmit(request, payload);
                    else groupNode.onSubmit(request, groups, payload);
                },
                nanos);
    }

    /** Keeps the thread of the replica busy for {@code nanos} ns, for example for an answer to a client. */
    public void work(long nanos) {
        free = Math.max(free, arena.now()) + nanos;
    }

    /** Passes an event to the node of this replica, and keeps the replica's thread busy for {@code nanos} ns. */
    public void post(Consumer<Node> event, long nanos) {
        waiting.add(new Waiting(event, nanos));
        schedule();
    }

    private void schedule() {
        if (isScheduled || waiting.isEmpty()) return;
        isScheduled = true;
        arena.queue.at(free, this::turn);
    }

    private void turn() {
        if (free > arena.now()) {
            arena.queue.at(free, this::turn);
            return;
        }
        free = arena.now();
        int count = Math.min(waiting.size(), BATCH_EVENTS_MAX);
        batch(
                each -> {
                    for (int i = 0; i < count; i++) {
                        Waiting next = waiting.remove();
                        free += next.nanos;
                        next.event.accept(each);
                    }
                });
        storage.answer(this::batch);
        isScheduled = false;
        schedule();
    }

    private void batch(Consumer<Node> event) {
        node.onBatchStart(free);
        if (groupNode != null) groupNode.onClock(offsetMicros + free / 1_000);
        event.accept(node);
        returnResults();
        node.onBatchEnd();
        // Pass the results of deliveries to the node in a separate batch, because the node may
        // deliver at the end of a batch.
        if (!results.isEmpty()) batch(each -> {});
    }

    private void returnResults() {
        while (!results.isEmpty()) groupNode.onResult(results.remove(), NO_RESULT);
    }

    // ------------------------------------------------------------------ effects

    @Override
    public String driverName() {
        return "replica of group " + group + " at server " + server;
    }

    private void transmit(ReplicaHost to, Consumer<Node> arrival) {
        free += arena.messageNanos;
        arena.queue.at(free + arena.delayNanos, () -> to.post(arrival, arena.messageNanos));
    }

    @Override
    public void send(int to, Message message) {
        transmit(arena.at(to), each -> each.onMessage(server, message));
    }

    @Override
    public void sendTo(int toGroup, int toServer, Message message) {
        ReplicaHost to = arena.at(toServer);
        if (to.group != toGroup || to == this)
            throw broken("sent " + message + " to server " + toServer + " of group " + toGroup);
        arena.observer().sent(this, to, message);
        transmit(to, each -> to.groupNode.onGroupMessage(group, server, message));
    }

    @Override
    public void deliver(GroupDelivery delivery) {
        results.add(delivery.seq());
        arena.observer().delivered(this, delivery.timestamp(), delivery.payload(), free);
    }

    @Override
    public void deliver(Entry entry, boolean mine) {
        if (entry.isMembership()) return;
        arena.observer().delivered(this, null, entry.payload(), free);
        if (mine) arena.observer().answered(this, entry.request(), free);
    }

    @Override
    public void answer(long request, GroupAnswers answers) {
        arena.observer().answered(this, request, free);
    }

    @Override
    public void refuse(long request, Refusal why) {
        arena.observer().refused(this, request, why, free);
    }

    /** Ends the run with an error: simulated replicas compute no digests, so the node cannot agree on one. */
    @Override
    public void digestAgreed(long seq, byte[] digest) {
        throw broken("reported a digest");
    }

    @Override
    public void readTaken(long read) {}

    @Override
    public void readReady(long read) {
        throw broken("answered a read");
    }

    @Override
    public void freeze() {}

    @Override
    public void takeSnapshot(long zxid, byte[] note, boolean digested, byte[] state) {
        storage.takeSnapshot(zxid);
    }

    @Override
    public void takeSnapshot(long zxid, byte[] note, boolean digested) {
        storage.takeSnapshot(zxid);
    }

    @Override
    public void append(Entry entry) {
        storage.logged();
    }

    @Override
    public void vote(long slot, long openFrom, Supplier<byte[]> record) {
        storage.logged();
    }

    @Override
    public void persist(byte[] state) {
        storage.persisted();
    }

    @Override
    public void setTimer(int kind, long delayNanos) {
        long deadline = free + delayNanos;
        deadlines.put(kind, deadline);
        arena.queue.at(deadline, () -> expire(kind, deadline));
    }

    @Override
    public void cancelTimer(int kind) {
        deadlines.remove(kind);
    }

    private void expire(int kind, long deadline) {
        Long present = deadlines.get(kind);
        if (present == null || present != deadline) return;
        deadlines.remove(kind);
        post(each -> each.onTimer(kind), 0);
    }
}
