package io.abcast.load;

import io.abcast.load.RateSchedule.Step;
import java.util.List;

/**
 * Computes the times at which the requests of an open loop are due, whatever the answers to earlier requests. Latencies
 * count from the due time, so that a stall of the server shows in every request that it delays (no coordinated
 * omission). The class is not thread-safe.
 */
public final class OpenSchedule {
    private static final double SECOND = 1e9;

    private final List<Step> steps;
    private final double phase;

    private int index = -1;

    private double endNanos;

    private double firstNanos;
    private double gapNanos;

    private double total;

    private long taken;
    private double dueNanos;

    /**
     * @param phase time from the start of a step to its first request, as a fraction of the gap between two requests,
     *     in [0, 1)
     */
    public OpenSchedule(long startNanos, RateSchedule schedule, double phase) {
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

    /** Time in ns of the next request or the next step of the schedule; infinite if neither follows. */
    double nextNanos() {
        return taken < total ? firstNanos + taken * gapNanos : endNanos;
    }

    /**
     * Takes requests that are due at the time {@code now}, all of one step of the schedule.
     *
     * @return number of requests that this call has taken
     */
    public int take(long now, int max) {
        while (taken >= total && now >= endNanos) next();
        if (taken >= total) return 0;
        double dueInAll = Math.min(total, Math.floor((now - firstNanos) / gapNanos) + 1);
        int due = (int) Math.min(max, Math.max(0, dueInAll - taken));
        dueNanos = firstNanos + taken * gapNanos;
        taken += due;
        return due;
    }

    /** Time in ns at which the first request of the last call of {@link #take} was due. */
    public double dueNanos() {
        return dueNanos;
    }

    /** Gap in ns between two requests that the last call of {@link #take} returned. */
    public double gapNanos() {
        return gapNanos;
    }
}
