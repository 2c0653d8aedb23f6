package io.abcast.dissemination.forest.node;

/**
 * Measures the rates of this member's links, in bytes/s.
 *
 * <p>The rate of outgoing bytes is the capacity of the uplink if the uplink was full: frames waited nearly all the time,
 * and most bytes went to destinations for which further frames waited. If few bytes did, their receivers are slow and not
 * the uplink. Otherwise the capacity is at least the rate. A report averages two periods, because the buffers of the
 * sockets take bytes in bursts.
 */
final class LinkMeter {
    /** Weight of the newest period in the offered load. */
    private static final double LOAD_WEIGHT = 0.5;

    /** Share of the time of a full period in which frames waited. */
    private static final double WAITING_SHARE = 0.9;

    /** Share of the bytes of a full period that went to destinations with waiting frames. */
    private static final double FULL_SHARE = 0.75;

    /** A load is probably held back if frames wait for longer on their first hop. */
    private static final double HELD_BACK_NANOS = 50e6;

    /** The bits of all members. */
    private static final long MEMBERS = -1L >>> (Long.SIZE - 1 - ForestSettings.ID_MAX);

    /** The sums of a period. */
    private static final class Period {
        long nanos;
        long offered;
        long out;
        long in;
        long waitingNanos;
        long toWaiting;

        boolean isFull() {
            return waitingNanos > 0
                    && waitingNanos >= WAITING_SHARE * nanos
                    && toWaiting >= FULL_SHARE * out;
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
    private double load;
    private boolean hasLoad;

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
        present.toWaiting += node.links().takeBytes(never);
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
        double offered = rate(present.offered, present.nanos);
        load = hasLoad ? load + LOAD_WEIGHT * (offered - load) : offered;
        hasLoad = true;
        long nanos = before.nanos + present.nanos;
        long used = node.links().takeUsed();
        boolean isFull = before.isFull() && present.isFull();
        ForestMessage.Report report =
                new ForestMessage.Report(
                        load,
                        isFull || node.hops().shortestQueue(used) >= HELD_BACK_NANOS,
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
