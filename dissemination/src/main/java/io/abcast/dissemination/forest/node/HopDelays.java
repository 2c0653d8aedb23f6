package io.abcast.dissemination.forest.node;

/**
 * Delays of own frames on their first hop: from the transmission to a member until that member acknowledges the frame. The
 * difference from the shortest delay is the time that frames wait in the buffers of sockets, at the own uplink and at the
 * downlink of the member. {@link ForestNode} sees nothing else of these queues.
 */
final class HopDelays {
    private static final int SIZE = ForestSettings.ID_MAX + 1;

    /** Weight of a newly measured delay, as in RFC 6298. */
    private static final double WEIGHT = 1.0 / 8;

    /** The shortest delay grows by this share with each measured one, in case the path became longer for ever. */
    private static final double RISE = 1.0 / (1 << 16);

    private final double[] shortest = new double[SIZE];
    private final double[] smoothed = new double[SIZE];

    /** Members with a delay since {@link #takeSlow}, as bits. */
    private long measured;

    void measured(int member, long nanos) {
        double delay = Math.max(1, nanos);
        measured |= 1L << member;
        if (shortest[member] == 0) {
            shortest[member] = delay;
            smoothed[member] = delay;
            return;
        }
        shortest[member] = Math.min(delay, shortest[member] * (1 + RISE));
        smoothed[member] += WEIGHT * (delay - smoothed[member]);
    }

    /**
     * The members before which frames queue for at least {@code nanos}, as bits. Only delays that were measured since the
     * last call count.
     */
    long takeSlow(double nanos) {
        long slow = 0;
        for (long rest = measured; rest != 0; rest &= rest - 1) {
            int member = Long.numberOfTrailingZeros(rest);
            if (smoothed[member] - shortest[member] >= nanos) slow |= 1L << member;
        }
        measured = 0;
        return slow;
    }

    /** A member that returns may have another path. */
    void forget(int member) {
        shortest[member] = 0;
        measured &= ~(1L << member);
    }
}
