package io.abcast.load.contest;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * When a system has warmed up: the last seconds were hardly faster than those before them, and its compilers are idle. A JVM that
 * has just started interprets its program; how long it takes to compile it differs by a factor of five between systems. Speed alone
 * does not tell: on a busy host it stands still for seconds while what matters most waits to be compiled.
 */
final class WarmUp {
    /** Seconds that are compared with as many before them. */
    private static final int WINDOW = 2;

    /** Less of a gain is none. */
    private static final double GAIN = 1.05;

    /** Time of compilers in a second, of all servers together: more is work that the measurement would pay for. */
    private static final double COMPILING_MAX = 0.2;

    private final double minSeconds;
    private final double maxSeconds;
    private final Deque<Double> last = new ArrayDeque<>();
    private final Deque<Double> compiling = new ArrayDeque<>();
    private double seconds;

    /**
     * @param minSeconds it takes as long in any case; 0: there is none
     * @param maxSeconds at most as long
     */
    WarmUp(double minSeconds, double maxSeconds) {
        this.minSeconds = minSeconds;
        this.maxSeconds = Math.max(minSeconds, maxSeconds);
    }

    /** How long the next piece should be: a second, if so much is left. */
    double next() {
        double until = seconds < minSeconds ? minSeconds : maxSeconds;
        return Math.min(1, until - seconds);
    }

    /**
     * Such a piece was loaded with.
     *
     * @param compilers seconds of all servers' compilers in each second of it
     */
    void piece(double length, double opsPerSecond, double compilers) {
        seconds += length;
        last.addLast(opsPerSecond);
        if (last.size() > 2 * WINDOW) last.removeFirst();
        compiling.addLast(compilers);
        if (compiling.size() > WINDOW) compiling.removeFirst();
    }

    boolean over() {
        if (seconds < minSeconds) return false;
        if (minSeconds == 0 || seconds >= maxSeconds) return true;
        if (last.size() < 2 * WINDOW) return false;
        if (compiling.stream().anyMatch(share -> share > COMPILING_MAX)) return false;
        double before = last.stream().limit(WINDOW).mapToDouble(Double::doubleValue).sum();
        double now = last.stream().skip(WINDOW).mapToDouble(Double::doubleValue).sum();
        return now > 0 && now <= before * GAIN;
    }

    /** In the last pieces; 0 before the first. */
    double opsPerSecond() {
        return last.stream()
                .skip(Math.max(0, last.size() - WINDOW))
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(0);
    }

    /** So far. */
    double seconds() {
        return seconds;
    }
}
