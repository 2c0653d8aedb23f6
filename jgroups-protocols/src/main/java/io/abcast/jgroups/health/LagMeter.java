package io.abcast.jgroups.health;

/**
 * Measures the lag of one follower: the age of the oldest entry that the follower has not acked. The last entry of the
 * leader's log is marked until the follower has acked it, and then the new last entry. Until that ack, the time since
 * the marking is a lower bound of the follower's lag; at the ack, it is the measured lag.
 *
 * <p><b>Thread rule:</b> only one thread may use a {@code LagMeter}.
 */
public final class LagMeter {
    private long mark = -1;
    private long markNanos;
    private long measured;

    /**
     * Updates the measured lag with the present log positions of the leader and the follower.
     *
     * @param last the end of the leader's log, as a zxid
     * @param acked the last entry that the follower has acked, as a zxid
     * @return the present lag of the follower, in ns
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
