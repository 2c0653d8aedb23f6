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
 * The event loop of a member: the thread that runs one {@link Driver}.
 *
 * <p><b>Interrupts:</b> an interrupt never ends the event loop, which clears the interrupt flag after each call of user
 * code: the flag would close file channels.
 *
 * <p><b>Failure:</b> an exception or error of the node, the receiver or the storage ends the event loop. When the event
 * loop has ended, every unanswered request fails with an exception that states whether the request may have taken
 * effect.
 *
 * <p><b>Thread rule:</b> any thread may call {@link #start}, {@link #stop}, {@link #inbox} and {@link #figures}; only
 * the loop's thread calls the other methods of {@code EventLoop}.
 */
public final class EventLoop {
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

    /** Time of the driver's next run if no event arrives, in ns since the creation of the event loop. */
    private long nextNanos;

    // The driver has already received those of the taken events whose index is below the field
    // "handed".
    private int takenCount;
    private int handed;

    private final LoopEvent[] slice = new LoopEvent[Driver.BATCH_EVENTS_MAX];

    private long busyNanos;
    private volatile LoopFigures figures = LoopFigures.NONE;
    private volatile long roundNanos;

    /** The durations of the requests that were submitted at this member, measured at the ends of batches of events. */
    public final Durations requestTimes = new Durations();

    /**
     * @param name name of the event loop's thread; log lines and errors contain this name too.
     * @param nodes function that creates the node, given the effects that the node calls.
     * @param observer task that the loop's thread runs between two batches of the started node, every few tens of
     *     milliseconds and at the end.
     * @param reason supplier of the reason why the started node ordered no requests at the last run of
     *     {@code observer}; empty if the node ordered requests.
     * @param ended callback that the loop's thread runs once at the end of a loop whose {@link #start} did not throw,
     *     with the failure or null
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
     * Creates an event loop for a given kind of driver. The caller connects the driver before it calls {@link
     * #start()}.
     *
     * @param drivers function that makes the driver, given the object to which the driver passes answers.
     * @param storage the storage that the driver uses.
     * @param onAnswered task that the loop's thread runs after the driver has given the answers of a batch
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

    /**
     * Starts the event loop's thread and waits until the storage and the receiver have been recovered.
     *
     * @throws IOException if the member's storage cannot be used
     */
    public void start(OtherMembers peers) throws IOException, InterruptedException {
        driver.connect(peers, snapshotWay);
        start();
    }

    /** Starts the event loop like {@link #start(OtherMembers)}, for a driver that the caller has already connected. */
    public void start() throws IOException, InterruptedException {
        CompletableFuture<Throwable> started = new CompletableFuture<>();
        thread = new Thread(() -> run(started), name);
        thread.setDaemon(true);
        thread.start();
        Throwable failed = started.join();
        if (failed == null) return;
        thread.join();
        // A new exception, because its stack trace shows the caller of start().
        if (failed instanceof IOException e) throw new IOException(e.getMessage(), e);
        if (failed instanceof RuntimeException e)
            throw new IllegalStateException(e.getMessage(), e);
        throw new IllegalStateException(name + ": " + failed, failed);
    }

    /**
     * Stops the event loop, and waits for its end unless the loop's own thread calls {@code stop}. Returns without
     * waiting if the event loop waits for a lock of the calling thread, for example because a callback closes the
     * channel.
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

    /** Returns whether the calling thread is the thread of this event loop. */
    public boolean isOwnThread() {
        return Thread.currentThread() == thread;
    }

    public Inbox inbox() {
        return inbox;
    }

    /**
     * Sets the second way by which this member gets snapshots; the first way is chunks from the leader. Must be called
     * before {@link #start}.
     */
    public void snapshotWay(SnapshotWay way) {
        snapshotWay = way;
    }

    /** Returns the figures that the event loop had some milliseconds ago. */
    public LoopFigures figures() {
        return figures;
    }

    /** Returns the present stack trace of the event loop's thread. */
    public StackTraceElement[] stack() {
        return thread.getStackTrace();
    }

    /** Returns the storage of the member. Callers only read the figures of the storage. */
    public Storage storage() {
        return storage;
    }

    /**
     * Returns the time in ns since the last batch of events began or the event loop woke. The returned time exceeds one
     * timer tick only if the event loop stalls.
     */
    public long quietNanos() {
        return Math.max(0, clock() - roundNanos);
    }

    /** Returns the driver, which only the event loop's thread may use. */
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
     * Ignores a failure of the logger, because the callers of requests must still get their answers.
     *
     * @param e may be {@code null}
     */
    private void failed(String what, Throwable e) {
        try {
            log.error(name + ": " + what, e);
        } catch (Throwable ofLogger) {
            // If the logger has failed, the event loop cannot report the failure.
        }
    }

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
