package io.abcast.driver;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Effects;
import io.abcast.kernel.Keys;
import io.abcast.kernel.Message;
import io.abcast.kernel.Node;
import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.Refusal;
import io.abcast.kernel.SnapshotId;
import io.abcast.log.Storage;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Runs one {@link Node} of any protocol: passes events to the node and carries out its effects. A driver has no thread,
 * lock, clock or logger of its own. {@link #turn} passes a batch of events to the node, carries out the node's effects
 * at once, and flushes the storage after the last event.
 *
 * <p>Call the methods of a driver in this order: {@link #connect}, {@link #recover}, {@link #turn} until {@link
 * #ended}, {@link #end}, {@link #close}. After an exception of {@link #recover}, only {@link #close} may be called.
 *
 * <p><b>Failure:</b> An exception of the node, the application or the storage ends the driver. When the driver ends,
 * every unanswered request fails, and its failure states whether the request may have taken effect.
 *
 * <p><b>Thread rule:</b> Only one thread at a time may use a driver.
 */
public final class Driver {
    /** Maximum number of events in one batch of the driver. */
    public static final int BATCH_EVENTS_MAX = 2048;

    /**
     * Maximum number of unanswered requests at one member. When {@code REQUESTS_MAX} requests are unanswered, the
     * driver refuses new requests as {@link Refusal#BUSY}.
     */
    public static final int REQUESTS_MAX = PendingRequests.SPAN_MAX;

    /** The value that {@link #turn} returns once the driver has ended. */
    public static final long NEVER = Deadlines.NEVER;

    /** The reason that a timeout's error text gives if the node has not started before the timeout. */
    public static final String NOT_STARTED =
            "joining: asking the others whether the server id is free";

    private static final long TICK_NANOS = 25_000_000;

    private final String name;
    private final Node node;
    private final Storage storage;
    private final Application application;
    private final Sink sink;
    private final long requestTimeoutNanos;
    private final Supplier<String> reason;

    private final PendingRequests requests;
    private final PendingReads<PendingRead> reads = new PendingReads<>();

    private Keys.Builder keysRead = new Keys.Builder();

    private final Deadlines deadlines = new Deadlines();
    private final BatchAnswers answers;
    private final DriverEffects effects;
    private final EarlyRequests<LoopEvent> early = new EarlyRequests<>();

    private OtherMembers peers;
    private SnapshotWay snapshotWay = SnapshotWay.NONE;
    private Recovered recovered;
    private Set<Integer> reachable;
    private boolean startAsked;
    private boolean nodeStarted;
    private boolean stopping;
    private Throwable failure;
    private long nowNanos;
    private long nextTickNanos;

    // Events of the last turn; the driver has at least begun to handle each event whose index is
    // below "done".
    private LoopEvent[] taken = {};
    private int takenCount;
    private int done;

    private long events;
    private long batches;
    private long flushes;
    private long submitted;
    private long timedOut;
    private long readsAsked;
    private long readGroups;
    private long framesEarly;

    /**
     * @param name name of the member that the driver runs, for error texts
     * @param nodes function that creates the node with the effects of this driver.
     * @param random 64 random bits of a cryptographically secure source. The 64 bits determine the numbers of this
     *     process's requests, which must differ from the numbers of the member's earlier processes.
     * @param requestTimeoutNanos time in ns after which the driver fails an unanswered request or read
     * @param reason returns the reason why the started node orders no requests at present; an empty text if the node
     *     orders requests
     */
    public Driver(
            String name,
            Function<Effects, Node> nodes,
            Storage storage,
            Application application,
            Sink sink,
            long random,
            long requestTimeoutNanos,
            Supplier<String> reason) {
        this.name = name;
        this.storage = storage;
        this.application = application;
        this.sink = sink;
        this.requestTimeoutNanos = requestTimeoutNanos;
        this.reason = reason;
        requests = new PendingRequests(PendingRequests.anywhere(random));
        answers = new BatchAnswers(sink);
        effects =
                new DriverEffects(
                        this, storage, application, sink, requests, reads, deadlines, answers);
        node = nodes.apply(effects);
    }

    /**
     * Sets the object that sends messages to the other members, and the second way to transfer snapshots besides
     * chunks. The embedding program calls {@code connect} before the first turn.
     */
    public void connect(OtherMembers others, SnapshotWay way) {
        peers = others;
        snapshotWay = way;
        effects.connect(others, way);
    }

    /**
     * Recovers the storage of this member and restores the application from it. {@code recover} blocks while the
     * storage recovers, see {@link Storage#recover}.
     *
     * @param post receives the answers of the storage as events for later turns; any thread may call this consumer
     * @throws IOException if the storage cannot be opened or read
     * @throws IllegalStateException if the application throws an exception
     */
    public void recover(Consumer<LoopEvent> post) throws IOException {
        recovered = storage.recover(new StorageEvents(post, node));
        restore(recovered.snapshot());
    }

    /**
     * Passes the events to the node in the order of the array, then the expired timers, and fails the requests whose
     * time limit has passed.
     *
     * @param nowNanos the present time in ns, on a clock that begins at 0 and never goes back.
     * @param batch the events to handle; the array may be reused after the next turn or {@link #end}
     * @param count number of events in {@code batch}, 0 to {@link #BATCH_EVENTS_MAX}.
     * @return latest time at which {@code turn} must be called again, on the clock of {@code nowNanos}; {@link #NEVER}
     *     once the driver has ended
     */
    public long turn(long nowNanos, LoopEvent[] batch, int count) {
        assert count <= BATCH_EVENTS_MAX : count;
        this.nowNanos = nowNanos;
        taken = batch;
        takenCount = count;
        done = 0;
        try {
            if (!stopping) batch();
            if (!stopping && nowNanos >= nextTickNanos) tick();
        } catch (Throwable e) {
            fail(e);
        }
        return stopping ? NEVER : Math.min(deadlines.next(), nextTickNanos);
    }

    private void batch() {
        batches++;
        events += takenCount;
        boolean started = nodeStarted;
        if (started) node.onBatchStart(nowNanos);
        while (done < takenCount && !stopping) taken[done++].on(this);
        if (stopping) return;
        if (started) {
            for (int kind; (kind = deadlines.due(nowNanos)) >= 0 && !stopping; ) node.onTimer(kind);
            endBatch();
        } else if (startAsked) {
            startNode();
        } else {
            answers.tell();
        }
    }

    private void startNode() {
        nodeStarted = true;
        node.onBatchStart(nowNanos);
        node.onStart(recovered);
        if (reachable != null && !stopping) node.onReachable(reachable);
        for (EarlyRequests.Early<LoopEvent> e; !stopping && (e = early.poll()) != null; ) {
            if (e.event() instanceof PendingRequest request) submit(request, e.deadlineNanos());
            else if (e.event() instanceof PendingRead read) read(read, e.deadlineNanos());
        }
        endBatch();
    }

    private void endBatch() {
        if (stopping) return;
        long read = reads.close();
        if (read != 0) {
            readGroups++;
            node.onRead(read, keysRead.build());
            keysRead = new Keys.Builder();
        }
        if (stopping) return;
        node.onBatchEnd();
        if (stopping) return;
        storage.flush();
        flushes++;
        answers.tell();
    }

    private void tick() {
        nextTickNanos = nowNanos + TICK_NANOS;
        expireRequests();
        if (stopping) return;
        for (List<PendingRead> late; (late = reads.expire(nowNanos)) != null; ) {
            timedOut += late.size();
            for (PendingRead read : late) {
                answers.release(read.bytes());
                sink.run(() -> read.failed(timeout(false)));
            }
        }
        for (EarlyRequests.Early<LoopEvent> late; (late = early.expire(nowNanos)) != null; ) {
            timedOut++;
            LoopEvent event = late.event();
            answers.release(late.bytes());
            sink.run(() -> event.dropped(timeout(false)));
        }
        answers.tell();
        if (!stopping) peers.onTick(nowNanos);
        snapshotWay.onTick(nowNanos);
        if (startAsked && !nodeStarted && !stopping) startNode();
        sink.onTick();
    }

    /**
     * The node refuses the expired requests that it can still keep from being ordered; other expired requests may take
     * effect.
     */
    private void expireRequests() {
        long through = requests.expired(nowNanos);
        if (through < 0) return;
        int unanswered = requests.unanswered();
        node.onBatchStart(nowNanos);
        node.onWithdraw(through);
        for (PendingRequest late; (late = requests.pollThrough(through)) != null; ) {
            late.failed(timeout(true));
            answers.add(late);
        }
        timedOut += unanswered - requests.unanswered();
        endBatch();
    }

    /**
     * Fails all unanswered requests and reads of the driver, including the unhandled events of the last turn. The
     * embedding program calls {@code end} once, when {@link #ended} is true.
     */
    public void end() {
        sink.run(peers::onEnd);
        answers.tell();
        for (PendingRequest left; (left = requests.poll()) != null; ) {
            left.failed(stopped(true));
            answers.add(left);
        }
        reads.pollThrough(Long.MAX_VALUE, this::dropReads);
        dropReads(reads.abandon());
        answers.tell();
        for (EarlyRequests.Early<LoopEvent> e; (e = early.poll()) != null; ) drop(e.event());
        while (done < takenCount) drop(taken[done++]);
    }

    /**
     * Fails an event that was never passed to {@link #turn}, because the driver has ended. The embedding program calls
     * {@code drop} only after {@link #end}.
     */
    public void drop(LoopEvent event) {
        sink.run(() -> event.dropped(stopped(false)));
    }

    private void dropReads(List<PendingRead> left) {
        for (PendingRead read : left) sink.run(() -> read.failed(stopped(false)));
    }

    /**
     * Closes the storage of the member; blocks as {@link Storage#close} does.
     *
     * @throws IOException if the storage cannot be closed
     */
    public void close() throws IOException {
        sink.run(snapshotWay::close);
        storage.close();
    }

    /** Whether the driver has ended, by {@link #stop} or by a failure. */
    public boolean ended() {
        return stopping;
    }

    /** The error that ended the driver; null if no error has ended it. */
    public Throwable failure() {
        return failure;
    }

    /** Whether the driver has started the node. */
    public boolean started() {
        return nodeStarted;
    }

    /** The number of requests and reads that the driver has not answered. */
    public int unanswered() {
        return requests.unanswered() + reads.unanswered() + early.size();
    }

    /** Passes the length and the bound of each queue of the driver and its storage to {@code to}, for tests. */
    public void visitQueues(QueueVisitor to) {
        to.queue("requests of the driver", requests.unanswered(), REQUESTS_MAX);
        answers.visitQueues(to);
        peers.visitQueues(to);
        snapshotWay.visitQueues(to);
        storage.visitQueues(to);
    }

    /** Returns the present values of the driver's counters. */
    public DriverFigures figures() {
        return new DriverFigures(
                events,
                batches,
                flushes,
                submitted,
                effects.delivered,
                effects.answered,
                effects.refused,
                timedOut,
                readsAsked,
                readGroups,
                framesEarly);
    }

    /** The time in ns that the embedding program has passed to the present {@link #turn}. */
    public long nowNanos() {
        return nowNanos;
    }

    /** Ends the driver without an error after the event that is being handled. */
    public void stop() {
        stopping = true;
    }

    /** Ends the driver with an error. The driver keeps only the first error. */
    public void fail(Throwable why) {
        if (failure == null) failure = why;
        stopping = true;
    }

    /**
     * Starts the node, which then takes part in the ensemble. The embedding program calls {@code serve} when the other
     * processes know that the server id belongs to this process.
     */
    public void serve() {
        startAsked = true;
    }

    /** Passes the ids of the reachable members to the node, see {@link Node#onReachable}. */
    public void onReachable(Set<Integer> members) {
        reachable = members;
        if (nodeStarted && !stopping) node.onReachable(members);
    }

    /**
     * Passes to the node a message that member {@code from} has sent. If the node has not started, the driver drops and
     * counts a message of another member.
     */
    public void onMessage(int from, Message message) {
        if (takesMessage()) node.onMessage(from, message);
    }

    /**
     * Passes to the node a payload that member {@code from} has sent separately from the message that orders the
     * payload. If the node has not started, the driver drops and counts a received payload.
     */
    public void onBytes(int from, Digest digest, byte[] bytes) {
        if (takesMessage()) node.onBytes(from, digest, bytes);
    }

    /**
     * If {@code takesMessage} returns false, it has counted a message that came too early, and its caller must drop the
     * message.
     */
    boolean takesMessage() {
        // One event may contain many messages, and an earlier message of the same event may have
        // stopped the driver.
        if (stopping) return false;
        if (!nodeStarted) framesEarly++;
        return nodeStarted;
    }

    void submit(PendingRequest request) {
        long deadline = nowNanos + requestTimeoutNanos;
        if (nodeStarted) submit(request, deadline);
        else early.add(request, request.bytes(), deadline);
    }

    private void submit(PendingRequest request, long deadlineNanos) {
        if (requests.full()) {
            request.failed(
                    Failure.refused(
                            Refusal.BUSY,
                            name
                                    + ": too many requests since the oldest unanswered one; try again later"));
            answers.add(request);
            return;
        }
        submitted++;
        long number = requests.add(request, deadlineNanos);
        request.submitTo(node, number);
    }

    void read(PendingRead read) {
        long deadline = nowNanos + requestTimeoutNanos;
        if (nodeStarted) read(read, deadline);
        else early.add(read, read.bytes(), deadline);
    }

    private void read(PendingRead read, long deadlineNanos) {
        readsAsked++;
        keysRead.add(read.keys());
        reads.gather(read, deadlineNanos);
    }

    void run(Task task) {
        answers.release(Task.BYTES);
        sink.run(task.task());
    }

    void snapshotWritten(SnapshotId snapshot, long nextOffset) {
        byte[] behind = snapshotWay.behind(snapshot, nextOffset);
        if (behind == null) node.onSnapshotWritten(snapshot, nextOffset);
        else storage.writeSnapshot(snapshot, nextOffset, behind);
    }

    void snapshotInstalled(SnapshotId snapshot, boolean installed) {
        snapshotWay.onInstalled(snapshot);
        if (installed) restore(snapshot);
        node.onSnapshotInstalled(snapshot, installed);
    }

    private void restore(SnapshotId snapshot) {
        try {
            if (snapshot.equals(SnapshotId.EMPTY)) {
                application.restore(null);
                return;
            }
            try (InputStream content = storage.openSnapshot(snapshot)) {
                application.restore(content);
            }
        } catch (IOException | RuntimeException e) {
            throw new IllegalStateException(
                    "the receiver failed to restore snapshot " + snapshot + ": " + e, e);
        }
    }

    String name() {
        return name;
    }

    DriverEffects effects() {
        return effects;
    }

    long sinceSubmitted(PendingRequest request) {
        return nowNanos - (request.deadlineNanos - requestTimeoutNanos);
    }

    String text(Refusal why) {
        String now = why == Refusal.NO_QUORUM ? reason.get() : "";
        return now.isEmpty() ? why.toString() : why + ", " + now;
    }

    Failure timeout(boolean mayHaveTakenEffect) {
        String why = nodeStarted ? reason.get() : NOT_STARTED;
        return Failure.timeout(
                mayHaveTakenEffect,
                "%s: no answer within %d ms%s; %s"
                        .formatted(
                                name,
                                requestTimeoutNanos / 1_000_000,
                                why.isEmpty() ? "" : ", " + why,
                                Failure.effect(mayHaveTakenEffect)));
    }

    private Failure stopped(boolean mayHaveTakenEffect) {
        return Failure.stopped(
                mayHaveTakenEffect,
                name + " has stopped; " + Failure.effect(mayHaveTakenEffect),
                failure);
    }
}
