package io.abcast.cast;

import io.abcast.cast.lab.CastComparison;
import io.abcast.cast.lab.CastMeasurement;
import io.abcast.cast.lab.CastOutcome;
import io.abcast.cast.lab.CastPlan;
import io.abcast.command.Terminal;
import java.io.PrintWriter;
import java.util.Locale;

/**
 * Prints the progress of {@code abcast compare-cast}. On a terminal, the progress line changes every second; otherwise
 * there is one line per run.
 */
final class CompareCastProgress implements CastComparison.Listener {
    private final PrintWriter out;
    private final boolean terminal = Terminal.interactive();
    private final CastPlan plan;
    private final long startNanos = System.nanoTime();

    private double expectedDone;

    CompareCastProgress(PrintWriter out, CastPlan plan) {
        this.out = out;
        this.plan = plan;
        out.println(plan.turns().size() + " runs, about " + minutes(expected()));
        out.flush();
    }

    private double expected() {
        return plan.turns().stream().mapToDouble(plan::expectedSeconds).sum();
    }

    private static String minutes(double seconds) {
        return seconds < 60
                ? Math.round(seconds) + " s"
                : String.format(Locale.ROOT, "%.0f min", seconds / 60);
    }

    @Override
    public void phase(CastPlan.Turn turn, String what) {
        passing(prefix(turn) + what);
    }

    @Override
    public void second(
            CastPlan.Turn turn, CastMeasurement.Point point, int complete, int receivers) {
        passing(
                String.format(
                        Locale.ROOT,
                        "%s%5.1f s  received %3.0f %%  %d of %d hosts have the file",
                        prefix(turn),
                        point.seconds(),
                        100 * point.receivedShare(),
                        complete,
                        receivers));
    }

    @Override
    public void finished(CastOutcome outcome) {
        if (terminal) out.print("\r\u001b[K");
        expectedDone += plan.expectedSeconds(outcome.turn());
        double took = (System.nanoTime() - startNanos) / 1e9;
        boolean last = outcome.turn().position() == outcome.turn().of();
        String rest =
                last
                        ? ""
                        : "  (about "
                                + minutes((expected() - expectedDone) * took / expectedDone)
                                + " left)";
        out.println(prefix(outcome.turn()) + text(outcome) + rest);
        out.flush();
    }

    private String text(CastOutcome outcome) {
        if (outcome.cannot() != null) return "cannot: " + outcome.cannot();
        if (outcome.failure() != null) return "FAILED: " + outcome.failure();
        CastMeasurement m = outcome.measurement();
        return String.format(
                Locale.ROOT,
                "%.1f s, %.2f times the ideal",
                m.seconds(),
                m.seconds() / plan.idealSeconds(outcome.turn().disturbance()));
    }

    private static String prefix(CastPlan.Turn turn) {
        return String.format(
                "[%d/%d] %s, %s, run %d  ",
                turn.position(),
                turn.of(),
                turn.disturbance().text(),
                turn.system().text(),
                turn.run());
    }

    private void passing(String text) {
        if (!terminal) return;
        out.print("\r\u001b[K" + text);
        out.flush();
    }
}
