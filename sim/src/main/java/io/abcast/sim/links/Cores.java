package io.abcast.sim.links;

import io.abcast.sim.EventQueue;
import java.util.ArrayDeque;

/**
 * The CPU cores of one host. Each core does one piece of work at a time. Work waits for a free core in FIFO order. Not
 * thread-safe.
 */
public final class Cores {
    private record Work(long nanos, Runnable done) {}

    private final EventQueue queue;
    private final ArrayDeque<Work> waiting = new ArrayDeque<>();
    private int idle;
    private long busyNanos;

    /**
     * Creates a host.
     *
     * @param cores number of cores, at least 1
     */
    public Cores(EventQueue queue, int cores) {
        if (cores < 1)
            throw new IllegalArgumentException("cores: expected at least 1, got " + cores);
        this.queue = queue;
        this.idle = cores;
    }

    /**
     * Occupies a core for a time.
     *
     * @param nanos duration, at least 0
     * @param done called at the end of the work, never before this method returns
     */
    public void run(long nanos, Runnable done) {
        waiting.add(new Work(nanos, done));
        next();
    }

    /** Total CPU time of completed work, in ns. */
    public long busyNanos() {
        return busyNanos;
    }

    private void next() {
        if (idle == 0 || waiting.isEmpty()) return;
        idle--;
        Work work = waiting.remove();
        queue.at(
                queue.now() + work.nanos,
                () -> {
                    idle++;
                    busyNanos += work.nanos;
                    next();
                    work.done.run();
                });
    }
}
