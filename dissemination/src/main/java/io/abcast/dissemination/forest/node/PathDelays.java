package io.abcast.dissemination.forest.node;

import java.util.Arrays;

/**
 * The measured delays from the transmission of an own frame until a member acknowledges the frame, for each overlay and
 * member. A frame counts as late after the smoothed delay plus four times the smoothed deviation of the delay, as in
 * RFC 6298. A frame never counts as late before twice the smoothed delay; otherwise a growing queue at a busy relay
 * would make the source send frames again.
 */
final class PathDelays {
    private static final int SIZE = ForestSettings.ID_MAX + 1;

    private final ForestSettings settings;

    /** In ns, for each overlay and member; 0 before the first measurement. */
    private final double[] delay = new double[SIZE * SIZE];

    private final double[] deviation = new double[SIZE * SIZE];
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
     * Without this record, all frames behind a growing queue would count as late.
     *
     * @param isProbe whether the frame is the probe of a suspended overlay; each late probe doubles the time after
     *     which the next one counts as late
     */
    void late(int overlay, int member, boolean isProbe, long sentNanos, long nowNanos) {
        int at = overlay * SIZE + member;
        if (delay[at] == 0 || sentNanos < lateNanos[at]) return;
        lateNanos[at] = nowNanos;
        measured(overlay, member, nowNanos - sentNanos);
        if (isProbe) delay[at] = Math.max(delay[at], (double) (nowNanos - sentNanos));
    }

    double delay(int overlay, int member) {
        return delay[overlay * SIZE + member];
    }

    /**
     * @param attempts number of earlier transmissions of the frame to the member; each doubles the returned time
     *     (back-off)
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
