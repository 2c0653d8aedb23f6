package io.abcast.papers.camu;

import io.abcast.kernel.Entry;
import io.abcast.kernel.GroupAnswers;
import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.GroupEffects;
import io.abcast.kernel.GroupNode;
import io.abcast.kernel.Message;
import io.abcast.kernel.Node;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.Refusal;
import io.abcast.papers.camu.arena.PartitionContext;
import io.abcast.papers.camu.arena.PartitionMachine;
import io.abcast.papers.camu.arena.PartitionOperation;
import io.abcast.papers.node.FaultFreeEffects;
import io.abcast.papers.node.InstantStorage;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Drives a {@link GroupNode} that is the only replica of its partition. The log of the node takes no time, and the
 * state machine returns the result of each delivery at once. Messages that arrive while the thread of the partition is
 * busy form one batch, as in abcast's real driver.
 */
final class GroupNodeMachine implements PartitionMachine, GroupEffects, FaultFreeEffects {
    /** Timers of the node have kinds from 0 on. */
    private static final int LOAD = -1;

    private static final int BATCH = -2;

    private static final byte[] NO_RESULT = {};
    private static final long OFF = Long.MAX_VALUE;

    /**
     * The {@link PartitionContext} cannot cancel timers, so this class ignores all pending expiries of a timer except
     * one.
     */
    private static final class NodeTimer {
        long deadline = OFF;
        long event = OFF;
    }

    private final int self;
    private final long intervalNanos;
    private final PartitionContext context;
    private final Map<Long, PartitionOperation> operations;
    private final Map<Long, Long> submitted = new TreeMap<>();

    private final InstantStorage storage = new InstantStorage();
    private final Map<Integer, NodeTimer> timers = new TreeMap<>();

    private record Arrived(int from, Message message) {}

    private final ArrayDeque<Arrived> arrived = new ArrayDeque<>();
    private final ArrayDeque<Long> results = new ArrayDeque<>();

    private final GroupNode node;
    private long nextNanos;
    private long requests;

    /**
     * @param intervalNanos time in ns between two operations that the partition takes from its clients
     * @param nodes creates the node, which passes its effects to the given object
     */
    GroupNodeMachine(
            int self,
            long intervalNanos,
            PartitionContext context,
            Map<Long, PartitionOperation> operations,
            Function<GroupEffects, GroupNode> nodes) {
        this.self = self;
        this.intervalNanos = intervalNanos;
        this.context = context;
        this.operations = operations;
        node = nodes.apply(this);
    }

    static int serverOf(int partition) {
        return partition + 1;
    }

    @Override
    public void onStart() {
        nextNanos = context.now();
        step(each -> each.onStart(Recovered.fresh()));
        load();
    }

    @Override
    public void onMessage(int from, Object message) {
        arrived.add(new Arrived(from, (Message) message));
        if (!context.isLate()) step(each -> {});
        else if (arrived.size() == 1) context.timer(BATCH, context.now());
    }

    @Override
    public void onTimer(int kind) {
        if (kind == LOAD) load();
        else if (kind == BATCH) step(each -> {});
        else expire(kind);
    }

    private void load() {
        PartitionOperation operation = context.take();
        if (operation == null) return;
        nextNanos += intervalNanos;
        context.timer(LOAD, nextNanos);
        long request = ++requests;
        submitted.put(request, operation.id());
        operations.put(operation.id(), operation);
        byte[] payload = ByteBuffer.allocate(Long.BYTES).putLong(operation.id()).array();
        step(each -> node.onSubmit(request, operation.destinations(), payload));
    }

    void step(Consumer<Node> event) {
        batch(event);
        storage.answer(this::batch);
    }

    private void batch(Consumer<Node> event) {
        node.onBatchStart(context.now());
        node.onClock(context.now() / 1_000);
        while (!arrived.isEmpty()) {
            Arrived next = arrived.remove();
            node.onGroupMessage(next.from, serverOf(next.from), next.message);
        }
        event.accept(node);
        returnResults();
        node.onBatchEnd();
        // Pass the results of deliveries to the node in a separate batch, because the node may
        // deliver at the end of a batch.
        if (!results.isEmpty()) batch(each -> returnResults());
    }

    private void returnResults() {
        while (!results.isEmpty()) node.onResult(results.remove(), NO_RESULT);
    }

    // ------------------------------------------------------------------ effects

    @Override
    public String driverName() {
        return "partition " + self;
    }

    @Override
    public void sendTo(int group, int server, Message message) {
        if (server != serverOf(group)) throw broken("sent " + message + " to server " + server);
        context.send(group, message);
    }

    @Override
    public void deliver(GroupDelivery delivery) {
        results.add(delivery.seq());
        context.deliver(operations.get(ByteBuffer.wrap(delivery.payload()).getLong()));
    }

    @Override
    public void readTaken(long read) {}

    @Override
    public void answer(long request, GroupAnswers answers) {
        operations.remove(submitted.remove(request));
    }

    @Override
    public void digestAgreed(long seq, byte[] digest) {}

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
    public void send(int to, Message message) {
        throw broken("sent " + message + " to member " + to + " of its own group");
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
    public void deliver(Entry entry, boolean mine) {
        throw broken("delivered the log entry " + entry);
    }

    @Override
    public void refuse(long request, Refusal why) {
        throw broken("refused a request: " + why);
    }

    @Override
    public void readReady(long read) {
        throw broken("answered a read");
    }

    @Override
    public void setTimer(int kind, long delayNanos) {
        NodeTimer timer = timers.computeIfAbsent(kind, each -> new NodeTimer());
        timer.deadline = context.now() + delayNanos;
        if (timer.event <= timer.deadline) return;
        timer.event = timer.deadline;
        context.timer(kind, timer.event);
    }

    @Override
    public void cancelTimer(int kind) {
        NodeTimer timer = timers.get(kind);
        if (timer != null) timer.deadline = OFF;
    }

    private void expire(int kind) {
        NodeTimer timer = timers.get(kind);
        if (context.now() < timer.event) return;
        timer.event = OFF;
        if (timer.deadline == OFF) return;
        if (timer.deadline > context.now()) {
            timer.event = timer.deadline;
            context.timer(kind, timer.event);
            return;
        }
        timer.deadline = OFF;
        step(each -> each.onTimer(kind));
    }
}
