package io.abcast.dissemination.forest.node;

import java.util.Arrays;

/**
 * Measured delays from the transmission of an own frame until a member acknowledges it, for each overlay and member. A
 * frame is late after the smoothed delay plus four times the smoothed deviation of the delay, as in RFC 6298. But a
 * frame is never late before twice the smoothed delay, because the queue of a busy relay is no reason to send the
 * relay's frames once more.
 */
final class PathDelays {
    private static final int SIZE = ForestSettings.ID_MAX + 1;

    private final ForestSettings settings;

    /** Smoothed delays in ns; 0 before the first measurement. */
    private final double[] delay = new double[SIZE * SIZE];

    private final double[] deviation = new double[SIZE * SIZE];

    /** Time in ns of the last late frame that was recorded. */
    private final long[] lateNanos = new long[SIZE * SIZE];

    PathDelays(ForestSettings settings) {
        this.settings = settings;
        Arrays.fill(lateNanos, Long.MIN_VALUE);
    }

    void measured(int overlay, int member, long nanos) {
        int at = overlay * SIZE + member;
        if (delay[at] == 0) {
            delay[at] = Math.max(1, nanos);
            deviation[at] = nanos / 2.0;
            return;
        }
        deviation[at] += (Math.abs(nanos - delay[at]) - deviation[at]) / 4;
        delay[at] += (nanos - delay[at]) / 8;
    }

    /**
     * Records a late frame: its delay so far counts as a measurement. Without this measurement, frames behind a growing
     * queue would always count as late. Of late frames that were in flight together, only one is recorded.
     *
     * @param isProbe whether the frame is the probe of a suspended overlay. No other frame measures the delay of that
     *     overlay then, and the queues may have become longer, so each late probe doubles the time of the next one
     */
    void late(int overlay, int member, boolean isProbe, long sentNanos, long nowNanos) {
        int at = overlay * SIZE + member;
        if (delay[at] == 0 || sentNanos < lateNanos[at]) return;
        lateNanos[at] = nowNanos;
        measured(overlay, member, nowNanos - sentNanos);
        if (isProbe) delay[at] = Math.max(delay[at], (double) (nowNanos - sentNanos));
    }

    /** Smoothed delay in nanoseconds; 0 before the first measurement. */
    double delay(int overlay, int member) {
        return delay[overlay * SIZE + member];
    }

    /**
     * Returns the time in ns after which a frame counts as late.
     *
     * @param attempts number of earlier transmissions of the frame to the same member. Each one doubles the time
     */
    long timeout(int overlay, int member, int attempts) {
        int at = overlay * SIZE + member;
        double margin = Math.max(delay[at], 4 * deviation[at]);
        double time =
                delay[at] == 0
                        ? settings.lateFirstNanos()
                        : delay[at] + Math.max((double) settings.lateMinNanos(), margin);
        return (long)
                Math.min(
                        (double) settings.lateMaxNanos(), Math.scalb(time, Math.min(attempts, 32)));
    }
}
