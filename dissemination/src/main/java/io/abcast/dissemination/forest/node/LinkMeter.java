package io.abcast.dissemination.forest.node;

/**
 * Measures the rates of this member's links, in bytes/s.
 *
 * <p>An uplink counts as full if frames waited most of the time, and most bytes went to destinations for which frames
 * waited. If the uplink is full, the rate of outgoing bytes is its capacity; otherwise the rate is only a lower bound
 * of the capacity. If frames waited only for destinations that got few bytes, the cause is slow destinations, and the
 * uplink is not full. A report averages the rates of two measuring periods, because socket buffers accept bytes in
 * bursts.
 *
 * <p>If the queue of frames is short, it fits into the socket buffers, and no frame waits in the node. The
 * application's load also counts as held back if most bytes went to destinations with slow acknowledgements. Slow
 * acknowledgements do not prove that the uplink is full, because the downlinks of the destinations also delay frames.
 */
final class LinkMeter {
    /** Minimum share of a measuring period in which frames must have waited before the uplink counts as full. */
    private static final double WAITING_SHARE = 0.5;

    /**
     * Minimum share of the sent bytes that must have gone to waiting (or slow) destinations before the uplink counts as
     * full (or the load as held back).
     */
    private static final double MOST = 0.6;

    /**
     * Queueing time in ns (100 ms) from which the path to a destination counts as slow; well above the queueing time in
     * usual routers.
     */
    private static final double SLOW_NANOS = 100e6;

    /** Set of all possible members, one bit for each member. */
    private static final long MEMBERS = -1L >>> (Long.SIZE - 1 - ForestSettings.ID_MAX);

    /** The sums over a measuring period, which lasts from one report to the next report. */
    private static final class Period {
        long nanos;
        long offered;
        long out;
        long in;
        long waitingNanos;

        /** Number of bytes that this member sent in the period to destinations for which frames waited. */
        long toWaiting;

        /** Number of bytes that this member sent in the period to destinations with slow acknowledgements. */
        long toSlow;

        boolean isFull() {
            return out > 0 && waitingNanos >= WAITING_SHARE * nanos && toWaiting >= MOST * out;
        }

        boolean isSlow() {
            return out > 0 && toSlow >= MOST * out;
        }
    }

    private final ForestNode node;
    private long sampleNanos;
    private long offeredBefore;
    private long outBefore;
    private long inBefore;
    private Period before = new Period();
    private Period present = new Period();
    private long waiting;

    /**
     * The destinations to which this member sent frames in the last measuring period, one bit for each member. Waiting
     * frames for destinations to which no frame was sent do not count, because such a destination may be down.
     */
    private long usedBefore;

    /**
     * Number of bytes that this member had sent to each destination by the end of the last interval ({@code sampled})
     * and of the last period ({@code reported}).
     */
    private final long[] sampled = new long[ForestSettings.ID_MAX + 1];

    private final long[] reported = new long[ForestSettings.ID_MAX + 1];

    LinkMeter(ForestNode node, long nowNanos) {
        this.node = node;
        sampleNanos = nowNanos;
        waiting = MEMBERS;
    }

    /** Ends a sampling interval, and adds its measurements to the present measuring period. */
    void sample(long nowNanos) {
        long nanos = nowNanos - sampleNanos;
        if (nanos <= 0) return;
        sampleNanos = nowNanos;
        ForestFigures figures = node.figures();
        long never = ~node.links().takeEmptied() & MEMBERS;
        long alive = 0;
        for (int to = 0; to < sampled.length; to++) {
            long sent = node.links().sent(to);
            if (((never >>> to) & 1) != 0) present.toWaiting += sent - sampled[to];
            sampled[to] = sent;
            if (sent > reported[to] || ((usedBefore >>> to) & 1) != 0) alive |= 1L << to;
        }
        never &= alive;
        if (never != 0) present.waitingNanos += nanos;
        present.nanos += nanos;
        present.out += figures.bytesOut() - outBefore;
        present.in += figures.bytesIn() - inBefore;
        present.offered += figures.bytesOffered() - offeredBefore;
        waiting &= never;
        outBefore = figures.bytesOut();
        inBefore = figures.bytesIn();
        offeredBefore = figures.bytesOffered();
    }

    /** Ends the present measuring period, and returns this member's report for the planner. */
    ForestMessage.Report report(
            double uplinkMax, double downlinkMax, long peers, long[] roundTrips) {
        long nanos = before.nanos + present.nanos;
        long used = node.links().takeUsed();
        usedBefore = used;
        long slow = node.hops().takeSlow(SLOW_NANOS);
        for (int to = 0; to < reported.length; to++) {
            long sent = node.links().sent(to);
            if (((slow >>> to) & 1) != 0) present.toSlow += sent - reported[to];
            reported[to] = sent;
        }
        boolean isFull = before.isFull() && present.isFull();
        ForestMessage.Report report =
                new ForestMessage.Report(
                        rate(present.offered, present.nanos),
                        isFull || present.isSlow(),
                        rate(before.out + present.out, nanos),
                        isFull,
                        rate(before.in + present.in, nanos),
                        waiting,
                        used,
                        uplinkMax,
                        downlinkMax,
                        peers,
                        roundTrips);
        before = present;
        present = new Period();
        waiting = MEMBERS;
        return report;
    }

    private static double rate(long bytes, long nanos) {
        return nanos == 0 ? 0 : bytes * 1e9 / nanos;
    }
}
