package io.abcast.dissemination.forest.node;

/**
 * Measures the rates of this member's links, in bytes/s. An uplink counts as full if frames waited most of the time,
 * and most bytes went to destinations for which frames waited. If frames waited only for destinations that got few
 * bytes, the cause is slow destinations, and the uplink is not full. A report averages the rates of two measuring
 * periods, because socket buffers accept bytes in bursts.
 */
final class LinkMeter {
    private static final double WAITING_SHARE = 0.5;

    /**
     * Minimum share of the sent bytes for waiting (slow) destinations at which the uplink counts as full (the load as
     * held back).
     */
    private static final double MOST = 0.6;

    private static final double SLOW_NANOS = 100e6;
    private static final long MEMBERS = -1L >>> (Long.SIZE - 1 - ForestSettings.ID_MAX);

    private static final class Period {
        long nanos;
        long offered;
        long out;
        long in;
        long waitingNanos;
        long toWaiting;
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
     * Frames waiting for a destination outside this set (one bit for each member) do not count, because it may be down.
     */
    private long usedBefore;

    /**
     * Bytes sent to each destination by the end of the last interval ({@code sampled}) or of the last period ({@code
     * reported}).
     */
    private final long[] sampled = new long[ForestSettings.ID_MAX + 1];

    private final long[] reported = new long[ForestSettings.ID_MAX + 1];

    LinkMeter(ForestNode node, long nowNanos) {
        this.node = node;
        sampleNanos = nowNanos;
        waiting = MEMBERS;
    }

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
