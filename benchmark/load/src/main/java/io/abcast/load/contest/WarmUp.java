package io.abcast.load.contest;

import io.abcast.command.process.Sleep;
import io.abcast.load.LoadFigures;
import io.abcast.load.LoadSource;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Decides when a system is warm: its speed no longer grows, and its JIT compilers are idle. A fixed warm-up is not
 * enough, because the time until a server's code is compiled differs by a factor of five between systems. A constant
 * speed is not enough either: on a busy host, the speed can stay constant for seconds while important code waits for
 * the JIT compilers.
 */
public final class WarmUp {
    private static final long SECOND_NANOS = 1_000_000_000;

    /** Gives access to the figures of the measured system's JIT compilers. */
    @FunctionalInterface
    public interface Compilers {
        /** Total time that the JIT compilers of all servers have used up to now, in seconds. */
        double seconds() throws IOException;
    }

    /** Receives the progress of a warm-up. */
    @FunctionalInterface
    public interface Listener {
        /**
         * Called after each piece of a warm-up; most pieces last one second.
         *
         * @param figures figures of the piece
         * @param at time at the end of the piece, in seconds since the start of its warm-up
         * @param length length of the piece of the warm-up in seconds
         */
        void piece(LoadFigures figures, double at, double length);
    }

    /** Length in seconds of each of the two consecutive periods whose speeds the warm-up compares. */
    private static final int WINDOW = 2;

    /**
     * Maximum ratio of the speed in the later period to the speed in the earlier period at which the system counts as
     * steady. At a higher ratio of the two speeds, the system is still getting faster.
     */
    private static final double GAIN = 1.05;

    /**
     * Maximum JIT compiler time of all servers together, in seconds per second. With more compiler time than this, the
     * JIT compilers would disturb the measurement.
     */
    private static final double COMPILING_MAX = 0.2;

    private final double minSeconds;
    private final double maxSeconds;
    private final Deque<Double> last = new ArrayDeque<>();
    private final Deque<Double> compiling = new ArrayDeque<>();
    private double seconds;

    /**
     * @param minSeconds minimum length of the warm-up in seconds; 0 if there is no warm-up
     * @param maxSeconds maximum length of the warm-up in seconds
     */
    public WarmUp(double minSeconds, double maxSeconds) {
        this.minSeconds = minSeconds;
        this.maxSeconds = Math.max(minSeconds, maxSeconds);
    }

    /**
     * Runs the whole warm-up.
     *
     * @param load a load that has been started; the load continues to run after the warm-up
     * @throws IOException if the warm-up cannot read the time of the JIT compilers
     */
    public void run(LoadSource load, Compilers compilers, Listener listener)
            throws IOException, InterruptedException {
        long start = System.nanoTime();
        long last = start;
        double compiledBefore = compilers.seconds();
        while (!over()) {
            Sleep.until(last + (long) (next() * SECOND_NANOS));
            LoadFigures figures = load.poll();
            long now = System.nanoTime();
            double length = (now - last) / 1e9;
            listener.piece(figures, (now - start) / 1e9, length);
            double compiled = compilers.seconds();
            piece(length, figures.answered() / length, (compiled - compiledBefore) / length);
            compiledBefore = compiled;
            last = now;
        }
    }

    /**
     * Length of the next piece of the warm-up in seconds: one second, or the remaining time if less than a second
     * remains.
     */
    double next() {
        double until = seconds < minSeconds ? minSeconds : maxSeconds;
        return Math.min(1, until - seconds);
    }

    /**
     * Records the speed and the JIT compiler time of a piece of the warm-up.
     *
     * @param compilers JIT compiler time of all servers, in seconds per second of the piece
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
        return minSeconds == 0 || seconds >= maxSeconds || steady();
    }

    /**
     * Whether the request rate is steady and the JIT compilers are idle. At the end of the warm-up, {@code false} means
     * that the warm-up reached its maximum length before the system was steady. The result is always {@code false} for
     * a warm-up that is shorter than the two compared periods.
     */
    public boolean steady() {
        if (last.size() < 2 * WINDOW) return false;
        if (compiling.stream().anyMatch(share -> share > COMPILING_MAX)) return false;
        double before = last.stream().limit(WINDOW).mapToDouble(Double::doubleValue).sum();
        double now = last.stream().skip(WINDOW).mapToDouble(Double::doubleValue).sum();
        return now > 0 && now <= before * GAIN;
    }

    /**
     * Mean speed of the system over the last pieces of the warm-up, in operations per second; 0 before the first piece.
     */
    double opsPerSecond() {
        return last.stream()
                .skip(Math.max(0, last.size() - WINDOW))
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(0);
    }

    /** Length of the warm-up up to now, in seconds. */
    public double seconds() {
        return seconds;
    }
}
