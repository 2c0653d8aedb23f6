package io.abcast.load.contest;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Decides when a system has warmed up: the last seconds were hardly faster than the seconds before, and its compilers
 * are idle. A new JVM interprets its program; the time to compile it differs by a factor of five between systems. Speed
 * alone is not enough: on a busy host it stays constant for seconds while the most important code waits to be compiled.
 */
final class WarmUp {
    /** Length in seconds of each of the two consecutive periods whose speeds are compared. */
    private static final int WINDOW = 2;

    /** Ratio of speeds from which on the system counts as still getting faster. */
    private static final double GAIN = 1.05;

    /** Compiler time per second, of all servers together. More than this would burden the measurement. */
    private static final double COMPILING_MAX = 0.2;

    private final double minSeconds;
    private final double maxSeconds;
    private final Deque<Double> last = new ArrayDeque<>();
    private final Deque<Double> compiling = new ArrayDeque<>();
    private double seconds;

    /**
     * @param minSeconds minimum length of the warm-up; 0: no warm-up
     * @param maxSeconds maximum length of the warm-up
     */
    WarmUp(double minSeconds, double maxSeconds) {
        this.minSeconds = minSeconds;
        this.maxSeconds = Math.max(minSeconds, maxSeconds);
    }

    /** Length of the next piece: one second, or the time that is left. */
    double next() {
        double until = seconds < minSeconds ? minSeconds : maxSeconds;
        return Math.min(1, until - seconds);
    }

    /**
     * Records a piece during which the system was loaded.
     *
     * @param compilers compiler time of all servers per second of the piece, seconds
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

    /** Mean speed in the last pieces of the warm-up, in operations per second; 0 before the first piece. */
    double opsPerSecond() {
        return last.stream()
                .skip(Math.max(0, last.size() - WINDOW))
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(0);
    }

    /** Length of the warm-up so far. */
    double seconds() {
        return seconds;
    }
}
