package io.abcast.sim.links;

import io.abcast.sim.EventQueue;
import java.util.ArrayDeque;

/**
 * The simulated CPU cores of one host. Each core does one piece of work at a time; further work waits in FIFO order.
 * Not thread-safe.
 */
public final class Cores {
    private record Work(long nanos, Runnable done) {}

    private final EventQueue queue;
    private final ArrayDeque<Work> waiting = new ArrayDeque<>();
    private int idle;
    private long busyNanos;

    /**
     * Creates the idle CPU cores of a host.
     *
     * @param cores number of CPU cores of the host, at least 1
     */
    public Cores(EventQueue queue, int cores) {
        if (cores < 1)
            throw new IllegalArgumentException("cores: expected at least 1, got " + cores);
        this.queue = queue;
        this.idle = cores;
    }

    /**
     * Occupies a CPU core for {@code nanos} ns of virtual time.
     *
     * @param nanos duration of the work in ns, at least 0
     * @param done callback at the end of the work; this method returns before the call
     */
    public void run(long nanos, Runnable done) {
        waiting.add(new Work(nanos, done));
        next();
    }

    /** Total CPU time in ns of the work that has completed. */
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
