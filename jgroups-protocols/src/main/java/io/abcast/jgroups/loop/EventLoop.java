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
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jgroups.logging.Log;

/**
 * The thread of one {@link Driver}. The loop takes the events from the {@link Inbox} and passes them to the driver,
 * together with the present time. Without events the thread sleeps.
 *
 * <p><b>Interrupts:</b> an interrupt never ends the loop. The loop clears the interrupt flag after each call of user
 * code. If the flag stayed set, the loop could not sleep, and file channels would close themselves.
 *
 * <p><b>Failure:</b> an exception or error of the node, the receiver or the storage ends the loop. Every unanswered
 * request then fails with an exception that says whether the request may have taken effect.
 *
 * <p><b>Thread rule:</b> any thread may call {@link #start}, {@link #stop}, {@link #inbox} and {@link #figures}; only
 * the loop's thread calls the other methods.
 */
public final class EventLoop {
    /** Time between two checks whether a stopping loop waits for the thread that stops it, in ms. */
    private static final long JOIN_MILLIS = 100;

    private final String name;
    private final Log log;
    private final Driver driver;
    private final Storage storage;
    private final Runnable onAnswered;
    private final Inbox inbox;
    private final Runnable observer;
    private final Consumer<Throwable> ended;
    private final long originNanos = System.nanoTime();

    private SnapshotWay snapshotWay = SnapshotWay.NONE;
    private Thread thread;

    /** The time at which the driver must run next, even if there are no events. */
    private long nextNanos;

    // The first number is the number of events that the loop took last. The driver has received the
    // events with an index below "handed".
    private int takenCount;
    private int handed;

    /** The events of the next batch, if the loop has taken more events than one batch may have. */
    private final LoopEvent[] slice = new LoopEvent[Driver.BATCH_EVENTS_MAX];

    private long busyNanos;
    private volatile LoopFigures figures = LoopFigures.NONE;
    private volatile long roundNanos;

    /** The durations of the requests that were submitted at this member, measured at the ends of batches. */
    public final Durations requestTimes = new Durations();

    /**
     * @param name name of the thread, also used in messages
     * @param nodes makes the node for the given effects
     * @param observer runs on the loop's thread between two batches of the started node, every few tens of milliseconds
     *     and at the end
     * @param reason why the started node ordered no requests at the last observation; empty if the node ordered
     *     requests
     * @param ended called once at the end of a loop whose {@link #start} did not throw, on the loop's thread, with the
     *     failure or null
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
        this(
                name,
                log,
                sink ->
                        new Driver(
                                name,
                                nodes,
                                storage,
                                new DrivenReceiver(receiver),
                                sink,
                                new SecureRandom().nextLong(),
                                requestTimeoutNanos,
                                reason),
                storage,
                receiver::onAnswered,
                inbox,
                observer,
                ended);
    }

    /**
     * Creates a loop for any driver. The caller connects the driver before it calls {@link #start()}.
     *
     * @param drivers makes the driver, with the sink of its answers
     * @param storage the storage of the driver
     * @param onAnswered called after the answers of each batch
     */
    public EventLoop(
            String name,
            Log log,
            Function<Sink, Driver> drivers,
            Storage storage,
            Runnable onAnswered,
            Inbox inbox,
            Runnable observer,
            Consumer<Throwable> ended) {
        this.name = name;
        this.log = log;
        this.storage = storage;
        this.onAnswered = onAnswered;
        this.inbox = inbox;
        this.observer = observer;
        this.ended = ended;
        driver = drivers.apply(new Callers());
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
        start();
    }

    /** Like {@link #start(OtherMembers)}, for a driver that is connected already. */
    public void start() throws IOException, InterruptedException {
        CompletableFuture<Throwable> started = new CompletableFuture<>();
        thread = new Thread(() -> run(started), name);
        thread.setDaemon(true);
        thread.start();
        Throwable failed = started.join();
        if (failed == null) return;
        thread.join();
        // A new exception is thrown, because its stack trace shows the caller that started the
        // loop.
        if (failed instanceof IOException e) throw new IOException(e.getMessage(), e);
        if (failed instanceof RuntimeException e)
            throw new IllegalStateException(e.getMessage(), e);
        throw new IllegalStateException(name + ": " + failed, failed);
    }

    /**
     * Stops the loop, and waits for its end unless called on its own thread. The method does not wait either if the
     * loop waits for a lock of the caller: a callback on the loop may close the channel that the caller closes.
     */
    public void stop() {
        inbox.post(Driver::stop);
        if (Thread.currentThread() == thread) return;
        boolean interrupted = false;
        while (thread.isAlive() && !waitsForCaller()) {
            try {
                thread.join(JOIN_MILLIS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }

    private boolean waitsForCaller() {
        ThreadInfo loop = ManagementFactory.getThreadMXBean().getThreadInfo(thread.getId());
        return loop != null && loop.getLockOwnerId() == Thread.currentThread().getId();
    }

    /** Whether the calling thread is the thread of this loop. */
    public boolean isOwnThread() {
        return Thread.currentThread() == thread;
    }

    public Inbox inbox() {
        return inbox;
    }

    /**
     * Sets a second way by which this member gets snapshots, in addition to chunks from the leader. Called before
     * {@link #start}.
     */
    public void snapshotWay(SnapshotWay way) {
        snapshotWay = way;
    }

    /** The figures of the loop, as of some milliseconds ago. */
    public LoopFigures figures() {
        return figures;
    }

    /** The present stack of the loop's thread. */
    public StackTraceElement[] stack() {
        return thread.getStackTrace();
    }

    /** The storage of the member. Callers only read the figures of the storage. */
    public Storage storage() {
        return storage;
    }

    /**
     * The time in ns since the last batch began or the loop woke. This time exceeds one tick only if the loop stalls.
     */
    public long quietNanos() {
        return Math.max(0, clock() - roundNanos);
    }

    // ------------------------------------------------------------------ the thread

    /** The driver. Only the loop's thread may use it. */
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

    /** Passes the next batch of the taken events to the driver. */
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
        if (failure != null) failed("stopped: " + failure, null);
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
        } catch (Throwable e) {
            failed("closing the storage failed", e);
        }
    }

    private void observe() {
        figures = new LoopFigures(driver.figures(), inbox.countMax(), busyNanos, inbox.requests());
        if (driver.started()) quietly(observer);
    }

    private long clock() {
        return System.nanoTime() - originNanos;
    }

    /** Runs user code, logs its failure, and clears the interrupt flag. */
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
        failed("a callback failed", e);
    }

    /**
     * Logs a failure. If the logger fails too, the callers must still get their answers.
     *
     * @param e may be null
     */
    private void failed(String what, Throwable e) {
        try {
            log.error(name + ": " + what, e);
        } catch (Throwable ofLogger) {
            // Nothing is left to report to.
        }
    }

    /**
     * Receives the results of the driver: it passes answers to the callers, and reports to the operators of this
     * member.
     */
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
            quietly(onAnswered);
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
            quietly(() -> log.info("%s: %s", name, line));
        }

        @Override
        public void onTick() {
            observe();
        }
    }
}
