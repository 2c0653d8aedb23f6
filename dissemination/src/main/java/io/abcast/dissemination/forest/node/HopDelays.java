package io.abcast.dissemination.forest.node;

/**
 * The delays of own frames on their first hop: the time from the transmission of a frame to a member until that member
 * acknowledges the frame. The difference between a delay and the shortest delay is the time that frames wait in socket
 * buffers, at this member's uplink and at the other member's downlink. No other measurement shows the queues in socket
 * buffers.
 */
final class HopDelays {
    private static final int SIZE = ForestSettings.ID_MAX + 1;

    /** Weight of a new delay in the smoothed delay, as in RFC 6298. */
    private static final double WEIGHT = 1.0 / 8;

    /** The recorded shortest delay grows, so that it follows a path that has become permanently longer. */
    private static final double RISE = 1.0 / (1 << 16);

    private final double[] shortest = new double[SIZE];
    private final double[] smoothed = new double[SIZE];
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

    long takeSlow(double nanos) {
        long slow = 0;
        for (long rest = measured; rest != 0; rest &= rest - 1) {
            int member = Long.numberOfTrailingZeros(rest);
            if (smoothed[member] - shortest[member] >= nanos) slow |= 1L << member;
        }
        measured = 0;
        return slow;
    }

    void forget(int member) {
        shortest[member] = 0;
        measured &= ~(1L << member);
    }
}
