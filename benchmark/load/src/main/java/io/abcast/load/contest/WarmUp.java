package io.abcast.load.contest;

import io.abcast.command.process.Sleep;
import io.abcast.load.LoadFigures;
import io.abcast.load.LoadSource;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Decides when a system is warm: its speed no longer grows, and its JIT compilers are idle. A constant speed is not
 * enough: on a busy host, it can stay constant while important code waits for the JIT compilers.
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
         * @param length length of the piece, in seconds
         */
        void piece(LoadFigures figures, double at, double length);
    }

    /** Length in seconds of each of the two consecutive periods whose speeds the warm-up compares. */
    private static final int WINDOW = 2;

    /** Ratio of the speeds of two consecutive periods above which the system is still getting faster. */
    private static final double GAIN = 1.05;

    /** Time of the JIT compilers, in seconds per second; with more, they would disturb the measurement. */
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

    double next() {
        double until = seconds < minSeconds ? minSeconds : maxSeconds;
        return Math.min(1, until - seconds);
    }

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
     * Whether the request rate is steady and the JIT compilers are idle; {@code false} at the end of a warm-up that
     * reached its maximum length.
     */
    public boolean steady() {
        if (last.size() < 2 * WINDOW) return false;
        if (compiling.stream().anyMatch(share -> share > COMPILING_MAX)) return false;
        double before = last.stream().limit(WINDOW).mapToDouble(Double::doubleValue).sum();
        double now = last.stream().skip(WINDOW).mapToDouble(Double::doubleValue).sum();
        return now > 0 && now <= before * GAIN;
    }

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
