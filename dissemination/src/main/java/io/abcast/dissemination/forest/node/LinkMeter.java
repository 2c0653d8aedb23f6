package io.abcast.dissemination.forest.node;

/**
 * Measures the rates of this member's links, in bytes/s.
 *
 * <p>An uplink was full if frames waited most of the time, and if most bytes went to destinations for which further
 * frames waited. Then the rate of outgoing bytes is the capacity of the uplink; otherwise the capacity is at least this
 * rate. If frames waited only for destinations that got few bytes, the receivers are slow, not the uplink. A report
 * averages two periods, because the buffers of the sockets take bytes in bursts.
 *
 * <p>A short queue fits into these buffers, and then no frame waits here. The uplink holds the load back as well if most
 * bytes went to destinations whose first hop has become slow. A slow first hop is no evidence of the
 * capacity, because the downlinks of the destinations delay frames, too.
 */
final class LinkMeter {
    /** Share of the time of a full period in which frames waited. */
    private static final double WAITING_SHARE = 0.5;

    /** Share of the bytes of a period that counts as most of them. */
    private static final double MOST = 0.6;

    /** A first hop is slow if frames queue there for this time: longer than in the queues of usual routers. */
    private static final double SLOW_NANOS = 100e6;

    /** The bits of all members. */
    private static final long MEMBERS = -1L >>> (Long.SIZE - 1 - ForestSettings.ID_MAX);

    /** The sums of a period. */
    private static final class Period {
        long nanos;
        long offered;
        long out;
        long in;
        long waitingNanos;

        /** Bytes to destinations with waiting frames. */
        long toWaiting;

        /** Bytes to destinations with a slow first hop. */
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

    /** Destinations of the last period, as bits. Frames may wait for others because these are dead. */
    private long usedBefore;

    /** Bytes sent to each destination by the end of the last interval, and of the last period. */
    private final long[] sampled = new long[ForestSettings.ID_MAX + 1];

    private final long[] reported = new long[ForestSettings.ID_MAX + 1];

    LinkMeter(ForestNode node, long nowNanos) {
        this.node = node;
        sampleNanos = nowNanos;
        waiting = MEMBERS;
    }

    /** Ends an interval. */
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

    /** Ends a period of intervals and returns its report. */
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
