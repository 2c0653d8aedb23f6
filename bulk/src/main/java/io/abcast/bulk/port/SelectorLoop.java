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

/** An event loop: one thread that serves non-blocking channels, runs timers, and runs tasks of other threads. */
public final class SelectorLoop implements AutoCloseable, PortGuard.Clock {
    /** Action that the event loop runs when a channel is ready for a read, a write or a connection. */
    public interface Ready {
        void ready(SelectionKey key) throws IOException;
    }

    /** A timer that {@link #cancel} can cancel before it is due. */
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

    /** Time in ns by which the loop may run a timer late, so that several timers share one wake-up of the thread. */
    private static final long TICK_NANOS = 1_000_000;

    private static final long CLOSE_NANOS = 5_000_000_000L;

    /**
     * Approximate memory in bytes, in addition to the frame's own bytes, of a received frame that waits in the inbox.
     */
    public static final int FRAME_OVERHEAD_BYTES = 256;

    /** @param bytes size of the received frame that the task holds in memory; 0 for other tasks */
    private record Task(Runnable action, int bytes) {}

    private final Selector selector;
    private final Thread thread;
    private final Object lock = new Object();

    /** Guarded by {@link #lock}. */
    private ArrayDeque<Task> inbox = new ArrayDeque<>();

    private ArrayDeque<Task> taken = new ArrayDeque<>();

    private final AtomicLong waitingBytes = new AtomicLong();

    private final LongAdder dropped = new LongAdder();
    private final AtomicBoolean woken = new AtomicBoolean();
    private final PriorityQueue<Timer> timers = new PriorityQueue<>();
    private final Consumer<Throwable> defects;
    private Runnable after = () -> {};
    private long gatherNanos;
    private long turnNanos = System.nanoTime();

    /** Set under {@link #lock}; a closed loop accepts no more tasks. */
    private volatile boolean closed;

    /** @param defects receives the exceptions that tasks throw */
    public SelectorLoop(String name, Consumer<Throwable> defects) throws IOException {
        this.selector = Selector.open();
        this.defects = defects;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    /** Sets an action that the loop runs at the end of each turn, after all events of the turn. */
    public void afterEach(Runnable action) {
        after = action;
    }

    /**
     * Sets the minimum time in ns between the starts of two turns of the loop; 0 for no minimum. Only the event loop's
     * thread may call this method, or any thread before {@link #start}.
     */
    public void gather(long nanos) {
        gatherNanos = nanos;
    }

    /**
     * Passes a task to the loop. Any thread may call this method. The queue has no bound; callers must limit the number
     * of their waiting tasks.
     *
     * @return false if the loop is closed and will not run the task; true if the loop will run the task unless the loop
     *     is closed first
     */
    public boolean execute(Runnable task) {
        return add(new Task(task, 0));
    }

    /**
     * Passes a task that processes a received frame to the loop. Any thread may call this method.
     *
     * @param bytes size in bytes of the frame that the task keeps in memory
     * @param bytesMax maximum number of bytes of all waiting frames; a task that would exceed it is dropped and counted
     */
    public void offer(Runnable task, int bytes, long bytesMax) {
        int all = bytes + FRAME_OVERHEAD_BYTES;
        if (waitingBytes.addAndGet(all) <= bytesMax && add(new Task(task, all))) return;
        waitingBytes.addAndGet(-all);
        dropped.increment();
    }

    /** Number of tasks with received frames that {@link #offer} has dropped. Any thread may call this method. */
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

    /** Only the event loop's thread may call this method. */
    @Override
    public void in(long nanos, Runnable action) {
        timer(nanos, action);
    }

    public Timer timer(long delayNanos, Runnable action) {
        Timer timer = new Timer(System.nanoTime() + delayNanos, action);
        timers.add(timer);
        return timer;
    }

    /** Only the event loop's thread may call this method, or any thread before {@link #start}. */
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
            // The method close() has closed the selector, so the loop ends.
        } catch (IOException e) {
            defects.accept(new UncheckedIOException("the loop cannot wait for its channels", e));
        }
    }

    /** Runs one turn of the event loop. Public for tests, which run single turns without the loop's thread. */
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
        // Take only the tasks that wait now, so that many tasks cannot keep the loop from its
        // channels.
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

    /**
     * Ends the event loop's thread, and drops all tasks that wait. The caller waits up to {@code nanos} ns for the end
     * of the event loop's thread.
     */
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
