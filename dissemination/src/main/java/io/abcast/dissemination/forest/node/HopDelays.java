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

    void measured(int member, long nanos) {
        double delay = Math.max(1, nanos);
        if (shortest[member] == 0) {
            shortest[member] = delay;
            smoothed[member] = delay;
            return;
        }
        shortest[member] = Math.min(delay, shortest[member] * (1 + RISE));
        smoothed[member] += WEIGHT * (delay - smoothed[member]);
    }

    /**
     * The shortest of the members' queues, in nanoseconds: if it is long, the own uplink is the reason, or the downlinks
     * of all members are.
     *
     * @param members the members that count, as bits; members without a measured delay do not
     */
    double shortestQueue(long members) {
        double queue = Double.MAX_VALUE;
        for (int member = 0; member < SIZE; member++)
            if (((members >>> member) & 1) != 0 && shortest[member] > 0)
                queue = Math.min(queue, smoothed[member] - shortest[member]);
        return queue == Double.MAX_VALUE ? 0 : queue;
    }

    /** A member that returns may have another path. */
    void forget(int member) {
        shortest[member] = 0;
    }
}
