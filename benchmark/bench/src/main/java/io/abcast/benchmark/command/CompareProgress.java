package io.abcast.benchmark.command;

import io.abcast.benchmark.report.CompareTable;
import io.abcast.command.Terminal;
import io.abcast.load.Experiment;
import io.abcast.load.Second;
import io.abcast.load.contest.ComparisonPlan;
import io.abcast.load.contest.ComparisonPlan.Turn;
import io.abcast.load.contest.Measurement;
import io.abcast.load.contest.Outcome;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/**
 * Prints the progress of {@code abcast compare}. On a terminal, the progress line changes every second; otherwise there
 * is one line per run.
 */
final class CompareProgress implements ComparisonPlan.Listener {
    private final PrintWriter out;
    private final boolean terminal = Terminal.interactive();
    private final long startNanos = System.nanoTime();
    private final ComparisonPlan comparison;
    private double expectedOfRest;
    private double expectedOfDone;

    CompareProgress(PrintWriter out, ComparisonPlan comparison) {
        this.out = out;
        this.comparison = comparison;
        List<Turn> runs = comparison.turns().stream().filter(Turn::runs).toList();
        expectedOfRest = runs.stream().mapToDouble(comparison::expectedSeconds).sum();
        int all = comparison.turns().size();
        String cannot =
                all == runs.size() ? "" : ", " + (all - runs.size()) + " of which are impossible";
        out.println(all + " runs" + cannot + ", about " + minutes());
        out.flush();
    }

    /** Multiplies the remaining planned time by the ratio of real to planned time in the completed runs. */
    private String minutes() {
        double elapsed = (System.nanoTime() - startNanos) / 1e9;
        double seconds = expectedOfRest * (expectedOfDone == 0 ? 1 : elapsed / expectedOfDone);
        return seconds < 60
                ? Math.round(seconds) + " s"
                : String.format(Locale.ROOT, "%.0f min", seconds / 60);
    }

    @Override
    public void phase(Turn turn, String what) {
        passing(prefix(turn) + what);
    }

    @Override
    public void second(Turn turn, boolean warmup, Second second) {
        passing(
                String.format(
                        Locale.ROOT,
                        "%s%s %5.1f s  %,9.0f ops/s  p50 %8.2f ms  p99 %8.2f ms",
                        prefix(turn),
                        warmup ? "warm-up" : "measure",
                        second.atSeconds(),
                        second.opsPerSecond(),
                        second.p50Micros() / 1000.0,
                        second.p99Micros() / 1000.0));
    }

    @Override
    public void finished(Turn turn, List<Outcome> outcomes) {
        if (terminal) out.print("\r\u001b[K");
        if (turn.runs()) {
            double expected = comparison.expectedSeconds(turn);
            expectedOfDone += expected;
            expectedOfRest -= expected;
        }
        String rest = expectedOfRest < 1 ? "" : "  (" + minutes() + " left)";
        for (Outcome outcome : outcomes)
            out.println(prefix(turn, outcome.experiment()) + text(outcome) + rest);
        out.flush();
    }

    private static String text(Outcome outcome) {
        if (outcome.cannot() != null) return "cannot: " + outcome.cannot();
        if (outcome.failure() != null) return "FAILED: " + outcome.failure();
        Measurement m = outcome.measurement();
        String errors = m.load().errorText();
        return String.format(
                Locale.ROOT,
                "%,.0f ops/s  p50 %.2f ms  p99 %.2f ms%s%s",
                m.throughput(),
                m.micros(50) / 1000,
                m.micros(99) / 1000,
                errors.isEmpty() ? "" : "  errors: " + errors,
                m.violation().isEmpty() ? "" : "  WRONG STATE: " + m.violation());
    }

    private static String prefix(Turn turn) {
        return prefix(turn, turn.experiment());
    }

    private static String prefix(Turn turn, Experiment experiment) {
        return String.format(
                "[%d/%d] %s run %d  ",
                turn.position(), turn.of(), CompareTable.label(experiment), turn.run());
    }

    private void passing(String text) {
        if (!terminal) return;
        out.print("\r\u001b[K" + text);
        out.flush();
    }
}
