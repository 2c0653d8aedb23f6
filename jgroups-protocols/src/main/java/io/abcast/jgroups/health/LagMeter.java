package io.abcast.jgroups.health;

/**
 * Measures the lag of one follower: the age of the oldest entry that the follower has not acked. The meter marks the
 * end of the leader's log, waits until the follower has acked the marked entry, and then sets a new mark. The age of a
 * mark that is not acked yet is a lower bound of the lag. The age at which a mark was acked is the measured lag. So the
 * result for a follower with a steady lag is about that lag.
 *
 * <p>Used by one thread.
 */
public final class LagMeter {
    private long mark = -1;
    private long markNanos;
    private long measured;

    /**
     * Updates the measurement.
     *
     * @param last the end of the leader's log, as a zxid
     * @param acked the last entry that the follower has acked, as a zxid
     * @return the present lag, in ns
     */
    public long look(long last, long acked, long nowNanos) {
        if (acked >= last) {
            mark = -1;
            measured = 0;
            return 0;
        }
        if (mark >= 0 && acked >= mark) {
            measured = nowNanos - markNanos;
            mark = -1;
        }
        if (mark < 0) {
            mark = last;
            markNanos = nowNanos;
        }
        return Math.max(measured, nowNanos - markNanos);
    }
}
