package io.abcast.bulk.port;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** A thread that serves non-blocking channels, runs timers, and runs tasks of other threads. */
public final class SelectorLoop implements AutoCloseable, PortGuard.Clock {
    /** Called when a channel is ready. */
    public interface Ready {
        void ready(SelectionKey key) throws IOException;
    }

    /** A timer that can be cancelled by {@link #cancel} before it is due. */
    public static final class Timer implements Comparable<Timer> {
        private final long dueNanos;
        private final Runnable action;
        private boolean cancelled;

        private Timer(long dueNanos, Runnable action) {
            this.dueNanos = dueNanos;
            this.action = action;
        }

        public void cancel() {
            cancelled = true;
        }

        @Override
        public int compareTo(Timer other) {
            return Long.compare(dueNanos - other.dueNanos, 0);
        }
    }

    /** Maximum delay of a timer in ns. The loop may run a timer late by this time, which saves wake-ups. */
    private static final long TICK_NANOS = 1_000_000;

    private static final long CLOSE_NANOS = 5_000_000_000L;

    /** Approximate memory in bytes of a frame in the inbox, in addition to the frame's own bytes. */
    public static final int FRAME_OVERHEAD_BYTES = 256;

    /**
     * A task of another thread. If the task handles a frame of another member, {@code bytes} is the size of the frame;
     * otherwise it is 0.
     */
    private record Task(Runnable action, int bytes) {}

    private final Selector selector;
    private final Thread thread;
    private final Object lock = new Object();

    /** Tasks of other threads; guarded by {@link #lock}. */
    private ArrayDeque<Task> inbox = new ArrayDeque<>();

    /** Tasks taken from the inbox; used by the loop's thread only. */
    private ArrayDeque<Task> taken = new ArrayDeque<>();

    /** Total number of bytes of the waiting frames, including the frames in {@link #taken}. */
    private final AtomicLong waitingBytes = new AtomicLong();

    private final LongAdder dropped = new LongAdder();
    private final AtomicBoolean woken = new AtomicBoolean();
    private final PriorityQueue<Timer> timers = new PriorityQueue<>();
    private final Consumer<Throwable> defects;
    private Runnable after = () -> {};
    private long gatherNanos;
    private long turnNanos = System.nanoTime();

    /** Whether the loop is closed and accepts no more tasks; set under {@link #lock}. */
    private volatile boolean closed;

    /** @param defects receives exceptions of tasks */
    public SelectorLoop(String name, Consumer<Throwable> defects) throws IOException {
        this.selector = Selector.open();
        this.defects = defects;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    /** Sets an action that runs at the end of each turn, after all events of the turn. */
    public void afterEach(Runnable action) {
        after = action;
    }

    /**
     * Sets the minimum time in ns between the starts of two turns; 0 for no minimum. A minimum saves processor time,
     * because one turn then handles several packets. Call this method on the loop's thread, or before {@link #start}.
     */
    public void gather(long nanos) {
        gatherNanos = nanos;
    }

    /**
     * Passes a task to the loop. May be called from any thread. The callers bound the number of waiting tasks.
     *
     * @return false if the loop is closed and will not run the task; otherwise the task runs, unless the loop is closed
     *     first
     */
    public boolean execute(Runnable task) {
        return add(new Task(task, 0));
    }

    /**
     * Passes a frame of another member to the loop. May be called from any thread.
     *
     * @param bytes size of the frame that the task keeps in memory
     * @param bytesMax maximum number of waiting bytes; a task that would exceed this number is dropped and counted
     */
    public void offer(Runnable task, int bytes, long bytesMax) {
        int all = bytes + FRAME_OVERHEAD_BYTES;
        if (waitingBytes.addAndGet(all) <= bytesMax && add(new Task(task, all))) return;
        waitingBytes.addAndGet(-all);
        dropped.increment();
    }

    /** Number of tasks that {@link #offer} has dropped. May be called from any thread. */
    public long dropped() {
        return dropped.sum();
    }

    private boolean add(Task task) {
        synchronized (lock) {
            if (closed) return false;
            inbox.add(task);
        }
        if (Thread.currentThread() != thread && woken.compareAndSet(false, true)) selector.wakeup();
        return true;
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    /** On the loop's thread only. */
    @Override
    public void in(long nanos, Runnable action) {
        timer(nanos, action);
    }

    /** On the loop's thread only. */
    public Timer timer(long delayNanos, Runnable action) {
        Timer timer = new Timer(System.nanoTime() + delayNanos, action);
        timers.add(timer);
        return timer;
    }

    /** On the loop's thread only, or before {@link #start}. */
    public SelectionKey register(SelectableChannel channel, int operations, Ready ready)
            throws IOException {
        return channel.register(selector, operations, ready);
    }

    public boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    private void run() {
        try {
            while (!closed) turn();
        } catch (ClosedSelectorException e) {
            // close() has closed the selector.
        } catch (IOException e) {
            defects.accept(new UncheckedIOException("the loop cannot wait for its channels", e));
        }
    }

    /** Runs one turn. Tests call this method without a thread. */
    public void turn() throws IOException {
        long early = turnNanos + gatherNanos - System.nanoTime();
        if (early > 0) LockSupport.parkNanos(early);
        await();
        turnNanos = System.nanoTime();
        for (SelectionKey key : selector.selectedKeys()) {
            try {
                if (key.isValid()) ((Ready) key.attachment()).ready(key);
            } catch (IOException | RuntimeException | Error e) {
                defects.accept(e);
            }
        }
        selector.selectedKeys().clear();
        // Tasks that arrive during this turn wait for the next turn, so that channels do not
        // starve.
        synchronized (lock) {
            ArrayDeque<Task> empty = taken;
            taken = inbox;
            inbox = empty;
        }
        for (Task task = taken.poll(); task != null; task = taken.poll()) {
            guarded(task.action);
            if (task.bytes > 0) waitingBytes.addAndGet(-task.bytes);
        }
        long now = System.nanoTime();
        while (!timers.isEmpty() && timers.peek().dueNanos - now <= 0) {
            Timer timer = timers.poll();
            if (!timer.cancelled) guarded(timer.action);
        }
        guarded(after);
    }

    private void await() throws IOException {
        while (!timers.isEmpty() && timers.peek().cancelled) timers.poll();
        woken.set(false);
        if (hasTasks()) {
            selector.selectNow();
        } else if (timers.isEmpty()) {
            selector.select();
        } else {
            long nanos = timers.peek().dueNanos - System.nanoTime();
            if (nanos <= 0) selector.selectNow();
            else selector.select((nanos + TICK_NANOS - 1) / TICK_NANOS);
        }
    }

    private boolean hasTasks() {
        synchronized (lock) {
            return !inbox.isEmpty();
        }
    }

    private void guarded(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            defects.accept(e);
        }
    }

    @Override
    public void close() throws IOException {
        close(CLOSE_NANOS);
    }

    /** Ends the thread, and drops waiting tasks. Waits up to {@code nanos} for the end of the thread. */
    public void close(long nanos) throws IOException {
        synchronized (lock) {
            closed = true;
        }
        selector.wakeup();
        if (isCurrent()) return;
        try {
            thread.join(Math.max(1, nanos / TICK_NANOS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        selector.close();
    }
}
