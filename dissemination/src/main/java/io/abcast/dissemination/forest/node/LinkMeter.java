package io.abcast.dissemination.forest.node;

/**
 * Measures the rates of this member's links. The capacity of the uplink is the rate of outgoing bytes over intervals in
 * which frames waited without a break. Other intervals show only that the capacity is at least their rate.
 */
final class LinkMeter {
    /** Weight of the newest period in the offered load. */
    private static final double LOAD_WEIGHT = 0.5;

    /** The bits of all members. */
    private static final long MEMBERS = -1L >>> (Long.SIZE - 1 - ForestSettings.ID_MAX);

    private final ForestNode node;
    private long sampleNanos;
    private long offeredBefore;
    private long outBefore;
    private long inBefore;

    private long fullNanos;
    private long fullBytes;
    private long periodNanos;
    private long periodOffered;
    private long periodOut;
    private long periodIn;
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
        long out = figures.bytesOut() - outBefore;
        long never = ~node.links().takeEmptied() & MEMBERS;
        periodNanos += nanos;
        periodOut += out;
        periodIn += figures.bytesIn() - inBefore;
        periodOffered += figures.bytesOffered() - offeredBefore;
        waiting &= never;
        if (never != 0) {
            fullNanos += nanos;
            fullBytes += out;
        }
        outBefore = figures.bytesOut();
        inBefore = figures.bytesIn();
        offeredBefore = figures.bytesOffered();
    }

    /** Ends a period of intervals and returns its report. */
    ForestMessage.Report report(
            double uplinkMax, double downlinkMax, long peers, long[] roundTrips) {
        double seconds = periodNanos / 1e9;
        double offered = seconds == 0 ? 0 : periodOffered / seconds;
        load = hasLoad ? load + LOAD_WEIGHT * (offered - load) : offered;
        hasLoad = true;
        boolean isFull = 2 * fullNanos >= periodNanos && fullNanos > 0;
        double out = seconds == 0 ? 0 : periodOut / seconds;
        double in = seconds == 0 ? 0 : periodIn / seconds;
        ForestMessage.Report report =
                new ForestMessage.Report(
                        node.isLimited() ? load * CapacityEstimate.GROWTH : load,
                        isFull ? fullBytes * 1e9 / fullNanos : out,
                        isFull,
                        in,
                        waiting,
                        node.links().takeUsed(),
                        uplinkMax,
                        downlinkMax,
                        peers,
                        roundTrips);
        fullNanos = 0;
        fullBytes = 0;
        periodNanos = 0;
        periodOffered = 0;
        periodOut = 0;
        periodIn = 0;
        waiting = MEMBERS;
        return report;
    }
}
