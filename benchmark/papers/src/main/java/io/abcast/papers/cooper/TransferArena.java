package io.abcast.papers.cooper;

import io.abcast.sim.EventQueue;
import io.abcast.sim.links.FairLinks;
import java.util.Arrays;

/** Where a transfer runs: links, virtual time, and who has which batch since when. Small messages do not slow blocks down. */
final class TransferArena {
    /** Of a small message, one way, beside its bytes. The thesis gives none; within a data centre it is less than this. */
    static final long LATENCY_NANOS = 500_000;

    /** Of the time in which the links could move everything; a run that takes so long is broken. */
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

    /** Something small arrives. */
    void message(int bytes, Runnable arrival) {
        in(LATENCY_NANOS + (long) (bytes * 1e9 / bytesPerSecond), arrival);
    }

    /** Node 1 and above has a batch now. */
    void has(int node, int batch) {
        if (seconds[batch][node - 1] > 0)
            throw new IllegalStateException("node " + node + " has batch " + batch + " twice");
        seconds[batch][node - 1] = now() / 1e9;
        missing--;
    }

    /** Lets things happen until all have all. */
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
