package io.abcast.jgroups.health;

/**
 * Measures for how long one follower owes acks, with two numbers: marks the end of the leader's log, waits until the
 * follower has acked it, and marks anew. While a mark is open its age is a lower bound; a closed one tells what the lag was.
 * So a follower that is steadily behind by some time is told to be behind by about that time.
 *
 * <p>Used by one thread.
 */
public final class LagMeter {
    private long mark = -1;
    private long markNanos;
    private long measured;

    /**
     * Takes a look.
     *
     * @param last the end of the leader's log, as a zxid
     * @param acked what the follower has acked, as a zxid
     * @return for how long it owes acks now, in ns
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
