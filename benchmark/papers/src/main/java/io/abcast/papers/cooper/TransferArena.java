package io.abcast.papers.cooper;

import io.abcast.sim.EventQueue;
import io.abcast.sim.links.FairLinks;
import java.util.Arrays;

/**
 * Environment of a simulated transfer: links, virtual time, and the time at which each node had each coding batch.
 * Messages without blocks do not occupy the links, so they never delay blocks.
 */
final class TransferArena {
    /** Liu 2015 gives no latency; the latency within a data centre is lower than 500 us. */
    static final long LATENCY_NANOS = 500_000;

    /**
     * As a multiple of the time that the links need for all bytes; a longer run indicates a defect, such as a deadlock.
     */
    private static final double PATIENCE = 100;

    final EventQueue queue = new EventQueue();
    final FairLinks links;
    private final double bytesPerSecond;
    private final double[][] seconds;
    private final long endNanos;
    private int missing;
    long sent;
    long redundant;

    TransferArena(int nodes, int batches, double batchBytes, double bytesPerSecond) {
        this.bytesPerSecond = bytesPerSecond;
        links = new FairLinks(queue, nodes, bytesPerSecond);
        seconds = new double[batches][nodes - 1];
        missing = batches * (nodes - 1);
        endNanos = (long) (PATIENCE * 1e9 * batches * batchBytes / bytesPerSecond);
    }

    long now() {
        return queue.now();
    }

    void in(long nanos, Runnable action) {
        queue.at(now() + nanos, action);
    }

    void message(int bytes, Runnable arrival) {
        in(LATENCY_NANOS + (long) (bytes * 1e9 / bytesPerSecond), arrival);
    }

    void has(int node, int batch) {
        if (seconds[batch][node - 1] > 0)
            throw new IllegalStateException("node " + node + " has batch " + batch + " twice");
        seconds[batch][node - 1] = now() / 1e9;
        missing--;
    }

    Spread run(long seed) {
        while (missing > 0) {
            if (queue.isEmpty() || queue.nextTime() > endNanos)
                throw new IllegalStateException(
                        "seed "
                                + seed
                                + ": "
                                + missing
                                + " missing after "
                                + now() / 1e9
                                + " s: "
                                + Arrays.deepToString(seconds));
            queue.runNext();
        }
        return new Spread(seconds, sent, redundant);
    }
}
