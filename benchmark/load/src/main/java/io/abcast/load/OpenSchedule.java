package io.abcast.load;

import io.abcast.load.RateSchedule.Step;
import java.util.List;

/**
 * When the requests of an open loop are due: at the rates of a schedule from a start, whatever becomes of
 * those before. Latencies count from these moments, so that a stall shows in every request that it delayed
 * (coordinated omission). Not thread-safe.
 */
final class OpenSchedule {
    private static final double SECOND = 1e9;

    private final List<Step> steps;
    private final double phase;

    private int index = -1;

    /** When the present step ends; before it the first request of the step, and then one each gap. */
    private double endNanos;

    private double firstNanos;
    private double gapNanos;

    /** How many requests of the present step there are, and how many were taken. */
    private double total;

    private long taken;
    private double dueNanos;

    /** @param phase where in the gap between two requests the first one is due, in [0, 1) */
    OpenSchedule(long startNanos, RateSchedule schedule, double phase) {
        steps = schedule.steps();
        this.phase = phase;
        endNanos = startNanos;
        next();
    }

    private void next() {
        Step step = steps.get(++index);
        double start = endNanos;
        boolean last = index == steps.size() - 1;
        endNanos = last ? Double.POSITIVE_INFINITY : start + step.seconds() * SECOND;
        taken = 0;
        if (step.rate() == 0) {
            gapNanos = Double.POSITIVE_INFINITY;
            total = 0;
            return;
        }
        gapNanos = SECOND / step.rate();
        firstNanos = start + phase * gapNanos;
        total = Math.max(0, Math.ceil((endNanos - firstNanos) / gapNanos));
    }

    /** When to look again: the next request is due, or the next step begins; infinite if neither ever comes. */
    double nextNanos() {
        return taken < total ? firstNanos + taken * gapNanos : endNanos;
    }

    /** Takes what is due at {@code now}, at most {@code max}, and of one step only. @return how many */
    int take(long now, int max) {
        while (taken >= total && now >= endNanos) next();
        if (taken >= total) return 0;
        double dueInAll = Math.min(total, Math.floor((now - firstNanos) / gapNanos) + 1);
        int due = (int) Math.min(max, Math.max(0, dueInAll - taken));
        dueNanos = firstNanos + taken * gapNanos;
        taken += due;
        return due;
    }

    /** When the first of the requests last taken was due. */
    double dueNanos() {
        return dueNanos;
    }

    /** The time from each of the requests last taken to the next. */
    double gapNanos() {
        return gapNanos;
    }
}
