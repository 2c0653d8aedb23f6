package io.abcast.sim.links;

import io.abcast.sim.EventQueue;
import java.util.ArrayDeque;

/** The cores of one host: each does one piece of work at a time; what finds none free waits in its order. Not thread-safe. */
public final class Cores {
    private record Work(long nanos, Runnable done) {}

    private final EventQueue queue;
    private final ArrayDeque<Work> waiting = new ArrayDeque<>();
    private int idle;
    private long busyNanos;

    /** @param cores at least 1 */
    public Cores(EventQueue queue, int cores) {
        if (cores < 1)
            throw new IllegalArgumentException("cores: expected at least 1, got " + cores);
        this.queue = queue;
        this.idle = cores;
    }

    /**
     * Takes up a core for a time.
     *
     * @param nanos at least 0
     * @param done run then, never before this returns
     */
    public void run(long nanos, Runnable done) {
        waiting.add(new Work(nanos, done));
        next();
    }

    /** Time for which cores were taken up, of work that is done. */
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
