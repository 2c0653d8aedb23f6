package io.abcast.jgroups.health;

/**
 * Measures the lag of one follower: the age of the oldest entry that the follower has not acked. The meter marks the
 * end of the leader's log, waits until the follower has acked the marked entry, and then sets a new mark. Until the
 * follower acks the mark, the age of the mark is a lower bound of the lag. The age at which the follower acked the mark
 * is the measured lag. If the lag is steady, the result is close to the true lag.
 *
 * <p><b>Thread rule:</b> used by one thread.
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
