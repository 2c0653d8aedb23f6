package io.abcast.jgroups;

import io.abcast.driver.Deadlines;
import io.abcast.driver.EarlyRequests;
import io.abcast.driver.Reads;
import io.abcast.kernel.Effects;
import io.abcast.kernel.Message;
import io.abcast.kernel.Node;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.Refusal;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.log.Durations;
import io.abcast.kernel.log.Storage;
import java.io.IOException;
import java.io.InputStream;
import java.security.SecureRandom;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jgroups.logging.Log;

/**
 * Drives one {@link Node} of any protocol: one thread that takes what waits in the {@link Inbox}, hands it to the node in
 * batches, carries out the node's effects, and flushes the storage once per batch. So messages and log records of
 * requests that came together travel together, the more the higher the load. When nothing waits the thread sleeps.
 *
 * <p>Callers are told after the flush, when everything that the batch had to send is on its way.
 *
 * <p><b>Interrupts:</b> nothing ends the loop by an interrupt. A flag of interruption that a user's code leaves set is cleared where
 * that code ends: the loop could not sleep, and file channels close themselves on such a thread.
 *
 * <p><b>Failure:</b> whatever the node, the receiver or the storage throws or reports ends the loop. Every unanswered
 * request then fails with an exception that says whether it may have taken effect.
 *
 * <p><b>Thread rule:</b> public face ({@link #start}, {@link #stop}, {@link #inbox}, {@link #figures}): any thread. The
 * rest: the loop's thread.
 */
final class EventLoop {
    /** Events in one batch; more that wait make further batches, so that timers and syncs are not kept waiting. */
    private static final int BATCH_EVENTS_MAX = 2048;

    /** How often timeouts and greetings are looked after and figures are published. */
    private static final long TICK_NANOS = 25_000_000;

    /** The reason while the node has not started. */
    static final String NOT_STARTED = "joining: asking the others whether the server id is free";

    private final String name;
    private final Log log;
    private final Node node;
    private final Storage storage;
    private final Receiver receiver;
    private final Inbox inbox;
    private final long requestTimeoutNanos;
    private final Runnable observer;
    private final Supplier<String> reason;
    private final Consumer<Throwable> ended;
    private final long originNanos = System.nanoTime();

    private final Requests requests = new Requests(Requests.anywhere(new SecureRandom()));
    private final Reads<Read> reads = new Reads<>();
    private final Deadlines deadlines = new Deadlines();
    private final Answers answers;
    private final LoopEffects effects;
    private final EarlyRequests<LoopEvent> early = new EarlyRequests<>();

    private Peers peers;
    private SnapshotWay snapshotWay = SnapshotWay.NONE;
    private Thread thread;
    private Recovered recovered;
    private Set<Integer> reachable;
    private boolean startAsked;
    private boolean nodeStarted;
    private boolean stopping;
    private Throwable failure;
    private long nowNanos;

    // Of the events that the inbox gave last, those before "done" have been done or begun.
    private int takenCount;
    private int done;
    private long nextTickNanos;

    // Counters; published as LoopFigures.
    private long events;
    private long batches;
    private long busyNanos;
    private long flushes;
    private long submitted;
    private long timedOut;
    private long readsAsked;
    private long readGroups;
    private long framesEarly;
    private volatile LoopFigures figures = LoopFigures.NONE;
    private volatile long roundNanos;

    /** How long the requests took that were submitted here, to within a batch. */
    final Durations requestTimes = new Durations();

    /**
     * @param name of the thread and in messages
     * @param nodes makes the node for these effects
     * @param observer runs on the loop's thread between two batches of the started node, every few ten milliseconds and at
     *     the end
     * @param reason why the started node orders nothing at the last observation; empty if it does
     * @param ended told once, at the very end of a loop whose {@link #start} did not throw, on the loop's thread:
     *     null or why it failed
     */
    EventLoop(
            String name,
            Log log,
            Function<Effects, Node> nodes,
            Storage storage,
            Receiver receiver,
            Inbox inbox,
            long requestTimeoutNanos,
            Runnable observer,
            Supplier<String> reason,
            Consumer<Throwable> ended) {
        this.name = name;
        this.log = log;
        this.storage = storage;
        this.receiver = receiver;
        this.inbox = inbox;
        this.requestTimeoutNanos = requestTimeoutNanos;
        this.observer = observer;
        this.reason = reason;
        this.ended = ended;
        answers = new Answers(name, log, inbox, receiver);
        effects = new LoopEffects(this, storage, receiver, requests, reads, deadlines, answers);
        node = nodes.apply(effects);
    }

    // ------------------------------------------------------------------ any thread

    /**
     * Starts the thread and waits until storage and receiver have been recovered. The node starts later, when {@link
     * #serve} is called.
     *
     * @throws IOException if the storage cannot be used
     */
    void start(Peers peers) throws IOException, InterruptedException {
        this.peers = peers;
        effects.connect(peers, snapshotWay);
        CompletableFuture<Throwable> started = new CompletableFuture<>();
        thread = new Thread(() -> run(started), name);
        thread.setDaemon(true);
        thread.start();
        Throwable failed = started.join();
        if (failed == null) return;
        thread.join();
        // The stack of the caller, not the loop's, tells who started it.
        if (failed instanceof IOException e) throw new IOException(e.getMessage(), e);
        if (failed instanceof RuntimeException e)
            throw new IllegalStateException(e.getMessage(), e);
        throw new IllegalStateException(name + ": " + failed, failed);
    }

    /** Stops the loop; waits for it, unless called by it. */
    void stop() {
        inbox.post(loop -> loop.stopping = true);
        if (Thread.currentThread() == thread) return;
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }

    Inbox inbox() {
        return inbox;
    }

    /** Before {@link #start}. */
    void snapshotWay(SnapshotWay way) {
        snapshotWay = way;
    }

    /** As of some milliseconds ago. */
    LoopFigures figures() {
        return figures;
    }

    /** What the thread is at. */
    StackTraceElement[] stack() {
        return thread.getStackTrace();
    }

    /** For its figures. */
    Storage storage() {
        return storage;
    }

    /** How long ago a batch began or the loop woke: more than a tick if something keeps it. */
    long quietNanos() {
        return Math.max(0, clock() - roundNanos);
    }

    // ------------------------------------------------------------------ the thread

    private void run(CompletableFuture<Throwable> started) {
        inbox.own();
        try {
            recovered = storage.recover(new StorageAnswers(inbox, node));
            restore(recovered.snapshot());
        } catch (Throwable e) {
            failure = e;
            stopping = true;
        }
        if (failure != null) {
            inbox.close();
            closeStorage();
            started.complete(failure);
            return;
        }
        roundNanos = clock();
        started.complete(null);
        try {
            while (!stopping) turn();
        } catch (Throwable e) {
            if (failure == null) failure = e;
        }
        finish();
    }

    private void turn() {
        int count = inbox.await(originNanos + Math.min(deadlines.next(), nextTickNanos));
        long beganNanos = clock();
        takenCount = count;
        done = 0;
        do batch(Math.min(count, done + BATCH_EVENTS_MAX));
        while (done < count && !stopping);
        if (nowNanos >= nextTickNanos) tick();
        busyNanos += clock() - beganNanos;
    }

    /** Does the events taken up to, not including, {@code to}. */
    private void batch(int to) {
        nowNanos = clock();
        roundNanos = nowNanos;
        batches++;
        events += to - done;
        boolean started = nodeStarted;
        if (started) node.onBatchStart(nowNanos);
        LoopEvent[] taken = inbox.taken();
        while (done < to && !stopping) taken[done++].on(this);
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
            if (e.event() instanceof Request request) submit(request, e.deadlineNanos());
            else if (e.event() instanceof Read read) read(read, e.deadlineNanos());
        }
        endBatch();
    }

    private void endBatch() {
        if (stopping) return;
        long read = reads.close();
        if (read != 0) {
            readGroups++;
            node.onRead(read);
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
        for (List<Read> late; (late = reads.expire(nowNanos)) != null; ) {
            timedOut += late.size();
            for (Read read : late) {
                answers.release(Read.BYTES);
                answers.quietly(() -> read.failed(timeout(false)));
            }
        }
        for (EarlyRequests.Early<LoopEvent> late; (late = early.expire(nowNanos)) != null; ) {
            timedOut++;
            LoopEvent event = late.event();
            answers.release(late.bytes());
            answers.quietly(() -> event.dropped(timeout(false)));
        }
        answers.tell();
        if (!stopping) peers.onTick(nowNanos);
        snapshotWay.onTick();
        if (startAsked && !nodeStarted && !stopping) startNode();
        publish();
        if (nodeStarted) answers.quietly(observer);
    }

    /**
     * Requests whose time is up are told and forgotten, and so give their places back. Whether they may take effect the node
     * says: what it can still drop it refuses.
     */
    private void expireRequests() {
        long through = requests.expired(nowNanos);
        if (through < 0) return;
        int unanswered = requests.unanswered();
        node.onBatchStart(nowNanos);
        node.onWithdraw(through);
        for (Request late; (late = requests.pollThrough(through)) != null; ) {
            late.failed(timeout(true));
            answers.add(late);
        }
        timedOut += unanswered - requests.unanswered();
        endBatch();
    }

    private void finish() {
        inbox.close();
        if (failure != null) log.error("%s: stopped: %s", name, failure);
        answers.quietly(peers::onEnd);
        answers.tell();
        for (Request left; (left = requests.poll()) != null; ) {
            left.failed(stopped(true));
            answers.add(left);
        }
        reads.pollThrough(Long.MAX_VALUE, this::dropReads);
        dropReads(reads.abandon());
        answers.tell();
        for (EarlyRequests.Early<LoopEvent> e; (e = early.poll()) != null; ) drop(e.event());
        while (done < takenCount) drop(inbox.taken()[done++]);
        int count = inbox.await(System.nanoTime());
        for (int i = 0; i < count; i++) drop(inbox.taken()[i]);
        closeStorage();
        publish();
        if (nodeStarted) answers.quietly(observer);
        answers.quietly(() -> ended.accept(failure));
    }

    private void closeStorage() {
        answers.quietly(snapshotWay::close);
        try {
            storage.close();
        } catch (IOException | RuntimeException e) {
            log.error(name + ": closing the storage failed", e);
        }
    }

    private void drop(LoopEvent event) {
        answers.quietly(() -> event.dropped(stopped(false)));
    }

    private void dropReads(List<Read> left) {
        for (Read read : left) answers.quietly(() -> read.failed(stopped(false)));
    }

    private void publish() {
        figures =
                new LoopFigures(
                        events,
                        batches,
                        inbox.countMax(),
                        busyNanos,
                        flushes,
                        submitted,
                        effects.delivered,
                        effects.answered,
                        effects.refused,
                        timedOut,
                        readsAsked,
                        readGroups,
                        framesEarly,
                        inbox.requests());
    }

    private long clock() {
        return System.nanoTime() - originNanos;
    }

    private String reason() {
        return nodeStarted ? reason.get() : NOT_STARTED;
    }

    private AbcastException stopped(boolean mayHaveTakenEffect) {
        return new AbcastException(
                AbcastException.Reason.STOPPED,
                mayHaveTakenEffect,
                name + " has stopped; " + AbcastException.effect(mayHaveTakenEffect),
                failure);
    }

    AbcastException timeout(boolean mayHaveTakenEffect) {
        String why = reason();
        String what =
                "%s: no answer within %d ms%s; %s"
                        .formatted(
                                name,
                                requestTimeoutNanos / 1_000_000,
                                why.isEmpty() ? "" : ", " + why,
                                AbcastException.effect(mayHaveTakenEffect));
        return new AbcastException(AbcastException.Reason.TIMEOUT, mayHaveTakenEffect, what, null);
    }

    // ------------------------------------------------------------------ events

    /** The id is ours and the others know: the node may start. */
    void serve() {
        startAsked = true;
    }

    void onReachable(Set<Integer> members) {
        reachable = members;
        if (nodeStarted && !stopping) node.onReachable(members);
    }

    void onMessage(int from, Message message) {
        // One event of the loop may hold many messages.
        if (stopping) return;
        if (nodeStarted) node.onMessage(from, message);
        else framesEarly++;
    }

    void submit(Request request) {
        long deadline = nowNanos + requestTimeoutNanos;
        if (nodeStarted) submit(request, deadline);
        else early.add(request, request.bytes(), deadline);
    }

    private void submit(Request request, long deadlineNanos) {
        if (requests.full()) {
            request.failed(
                    AbcastException.of(Refusal.BUSY, name + ": an old request is unanswered"));
            answers.add(request);
            return;
        }
        submitted++;
        long number = requests.add(request, deadlineNanos);
        if (request.change() != null) node.onReconfigure(number, request.change());
        else node.onSubmit(number, request.takePayload());
    }

    /** A request that was submitted here has been delivered; answers how long ago it was submitted, ns. */
    long answered(Request request) {
        long submittedNanos = request.deadlineNanos - requestTimeoutNanos;
        requestTimes.record(nowNanos - submittedNanos, originNanos + nowNanos);
        return nowNanos - submittedNanos;
    }

    void read(Read read) {
        long deadline = nowNanos + requestTimeoutNanos;
        if (nodeStarted) read(read, deadline);
        else early.add(read, Read.BYTES, deadline);
    }

    private void read(Read read, long deadlineNanos) {
        readsAsked++;
        reads.gather(read, deadlineNanos);
    }

    void run(Task task) {
        answers.release(Task.BYTES);
        answers.quietly(task.task());
    }

    /** Ends the loop with an error. */
    void fail(Throwable why) {
        if (failure == null) failure = why;
        stopping = true;
    }

    long nowNanos() {
        return nowNanos;
    }

    /** A chunk of a snapshot is on storage, up to an offset: what comes next is here, or the node asks the leader. */
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

    /** Gives the receiver the content of a snapshot. */
    private void restore(SnapshotId snapshot) {
        try {
            if (snapshot.equals(SnapshotId.EMPTY)) {
                receiver.restore(null);
                return;
            }
            try (InputStream content = storage.openSnapshot(snapshot)) {
                receiver.restore(content);
            }
        } catch (IOException | RuntimeException e) {
            throw new IllegalStateException(
                    "the receiver failed to restore snapshot " + snapshot + ": " + e, e);
        } finally {
            Thread.interrupted();
        }
    }

    void report(String line) {
        log.info("%s: %s", name, line);
    }

    String name() {
        return name;
    }
}
