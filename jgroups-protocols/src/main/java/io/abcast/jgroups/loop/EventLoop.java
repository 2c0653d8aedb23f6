package io.abcast.jgroups.loop;

import io.abcast.driver.Driver;
import io.abcast.driver.LoopEvent;
import io.abcast.driver.OtherMembers;
import io.abcast.driver.PendingRead;
import io.abcast.driver.PendingRequest;
import io.abcast.driver.Sink;
import io.abcast.driver.SnapshotWay;
import io.abcast.jgroups.Receiver;
import io.abcast.kernel.Effects;
import io.abcast.kernel.Node;
import io.abcast.log.Durations;
import io.abcast.log.Storage;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jgroups.logging.Log;

/**
 * The thread of one {@link Driver}: it takes what waits in the {@link Inbox} and hands it to the driver, with the time. When nothing
 * waits the thread sleeps.
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
public final class EventLoop {
    private final String name;
    private final Log log;
    private final Driver driver;
    private final Storage storage;
    private final Receiver receiver;
    private final Inbox inbox;
    private final Runnable observer;
    private final Consumer<Throwable> ended;
    private final long originNanos = System.nanoTime();

    private SnapshotWay snapshotWay = SnapshotWay.NONE;
    private Thread thread;

    /** When the driver needs its next turn. */
    private long nextNanos;

    // Of the events that the inbox gave last, the driver has those before "handed".
    private int takenCount;
    private int handed;

    /** Part of what the inbox gave, where that is more than one batch. */
    private final LoopEvent[] slice = new LoopEvent[Driver.BATCH_EVENTS_MAX];

    private long busyNanos;
    private volatile LoopFigures figures = LoopFigures.NONE;
    private volatile long roundNanos;

    /** How long the requests took that were submitted here, to within a batch. */
    public final Durations requestTimes = new Durations();

    /**
     * @param name of the thread and in messages
     * @param nodes makes the node for these effects
     * @param observer runs on the loop's thread between two batches of the started node, every few ten milliseconds and at
     *     the end
     * @param reason why the started node orders nothing at the last observation; empty if it does
     * @param ended told once, at the very end of a loop whose {@link #start} did not throw, on the loop's thread:
     *     null or why it failed
     */
    public EventLoop(
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
        this.observer = observer;
        this.ended = ended;
        driver =
                new Driver(
                        name,
                        nodes,
                        storage,
                        new DrivenReceiver(receiver),
                        new Callers(),
                        new SecureRandom().nextLong(),
                        requestTimeoutNanos,
                        reason);
    }

    // ------------------------------------------------------------------ any thread

    /**
     * Starts the thread and waits until storage and receiver have been recovered. The node starts later, when {@link
     * Driver#serve} is called.
     *
     * @throws IOException if the storage cannot be used
     */
    public void start(OtherMembers peers) throws IOException, InterruptedException {
        driver.connect(peers, snapshotWay);
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
    public void stop() {
        inbox.post(Driver::stop);
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

    public Inbox inbox() {
        return inbox;
    }

    /** Before {@link #start}. */
    public void snapshotWay(SnapshotWay way) {
        snapshotWay = way;
    }

    /** As of some milliseconds ago. */
    public LoopFigures figures() {
        return figures;
    }

    /** What the thread is at. */
    public StackTraceElement[] stack() {
        return thread.getStackTrace();
    }

    /** For its figures. */
    public Storage storage() {
        return storage;
    }

    /** How long ago a batch began or the loop woke: more than a tick if something keeps it. */
    public long quietNanos() {
        return Math.max(0, clock() - roundNanos);
    }

    // ------------------------------------------------------------------ the thread

    /** Used by the loop's thread only. */
    public Driver driver() {
        return driver;
    }

    private void run(CompletableFuture<Throwable> started) {
        inbox.own();
        try {
            driver.recover(inbox::post);
        } catch (Throwable e) {
            inbox.close();
            closeStorage();
            started.complete(e);
            return;
        }
        roundNanos = clock();
        started.complete(null);
        while (!driver.ended()) turn();
        finish();
    }

    private void turn() {
        storage.awaitRoom();
        int count = inbox.await(originNanos + nextNanos);
        long beganNanos = clock();
        takenCount = count;
        handed = Math.min(count, Driver.BATCH_EVENTS_MAX);
        roundNanos = beganNanos;
        nextNanos = driver.turn(beganNanos, inbox.taken(), handed);
        while (handed < count && !driver.ended()) slice(Math.min(slice.length, count - handed));
        busyNanos += clock() - beganNanos;
    }

    /** Hands over the next events of many. */
    private void slice(int count) {
        System.arraycopy(inbox.taken(), handed, slice, 0, count);
        handed += count;
        storage.awaitRoom();
        roundNanos = clock();
        nextNanos = driver.turn(roundNanos, slice, count);
        if (!driver.ended()) Arrays.fill(slice, 0, count, null);
    }

    private void finish() {
        inbox.close();
        Throwable failure = driver.failure();
        if (failure != null) log.error("%s: stopped: %s", name, failure);
        driver.end();
        while (handed < takenCount) driver.drop(inbox.taken()[handed++]);
        int count = inbox.await(System.nanoTime());
        for (int i = 0; i < count; i++) driver.drop(inbox.taken()[i]);
        closeStorage();
        observe();
        quietly(() -> ended.accept(failure));
    }

    private void closeStorage() {
        try {
            driver.close();
        } catch (IOException | RuntimeException e) {
            log.error(name + ": closing the storage failed", e);
        }
    }

    private void observe() {
        figures = new LoopFigures(driver.figures(), inbox.countMax(), busyNanos, inbox.requests());
        if (driver.started()) quietly(observer);
    }

    private long clock() {
        return System.nanoTime() - originNanos;
    }

    /** Runs what a user wrote. */
    private void quietly(Runnable code) {
        try {
            code.run();
        } catch (Throwable e) {
            failed(e);
        } finally {
            Thread.interrupted();
        }
    }

    private void failed(Throwable e) {
        log.error(name + ": a callback failed", e);
    }

    /** The callers of this member and its operators. */
    private final class Callers implements Sink {
        @Override
        public void tell(PendingRequest request) {
            try {
                request.tell();
            } catch (Throwable e) {
                failed(e);
            } finally {
                Thread.interrupted();
            }
        }

        @Override
        public void ready(PendingRead read) {
            try {
                read.ready();
            } catch (Throwable e) {
                failed(e);
            } finally {
                Thread.interrupted();
            }
        }

        @Override
        public void run(Runnable code) {
            quietly(code);
        }

        @Override
        public void onAnswered() {
            quietly(receiver::onAnswered);
        }

        @Override
        public void release(int count, long bytes) {
            inbox.release(count, bytes);
        }

        @Override
        public void delivered(long tookNanos, long nowNanos) {
            requestTimes.record(tookNanos, originNanos + nowNanos);
        }

        @Override
        public void report(String line) {
            log.info("%s: %s", name, line);
        }

        @Override
        public void onTick() {
            observe();
        }
    }
}
