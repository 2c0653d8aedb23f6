package io.abcast.benchmark.load;

/**
 * When the requests of an open loop are due: at a constant rate from a start, whatever becomes of those
 * before. Latencies count from these moments, so that a stall shows in every request that it delayed
 * (coordinated omission). Not thread-safe.
 */
final class OpenSchedule {
    private final long startNanos;
    private final double stepNanos;
    private long taken;

    OpenSchedule(long startNanos, double ratePerSecond) {
        this.startNanos = startNanos;
        stepNanos = 1e9 / ratePerSecond;
    }

    double stepNanos() {
        return stepNanos;
    }

    /** When the next request is due. */
    double nextNanos() {
        return startNanos + taken * stepNanos;
    }

    /** Takes what is due at {@code now}, at most {@code max}. @return how many */
    int take(long now, int max) {
        double dueInAll = Math.floor((now - startNanos) / stepNanos) + 1;
        int due = (int) Math.min(max, Math.max(0, dueInAll - taken));
        taken += due;
        return due;
    }
}
