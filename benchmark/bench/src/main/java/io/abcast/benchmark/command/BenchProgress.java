package io.abcast.benchmark.command;

import io.abcast.benchmark.bench.RunResult;
import io.abcast.benchmark.bench.SweepListener;
import io.abcast.benchmark.report.BenchJson;
import io.abcast.command.Terminal;
import io.abcast.load.Second;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Prints the progress of {@code abcast bench}. On a terminal, the progress line changes every second; otherwise a new
 * line appears every few seconds.
 */
final class BenchProgress implements SweepListener, AutoCloseable {
    private static final int LINE_EVERY_SECONDS = 5;

    private final PrintWriter out;
    private final PrintWriter series;
    private final boolean terminal = Terminal.interactive();
    private int seconds;

    /**
     * @param seriesFile file that receives the figures of each second; {@code null} if the figures are not written to a
     *     file
     */
    BenchProgress(PrintWriter out, Path seriesFile) throws IOException {
        this.out = out;
        series = seriesFile == null ? null : new PrintWriter(Files.newBufferedWriter(seriesFile));
    }

    @Override
    public void phase(RunTitle title, String what) {
        seconds = 0;
        line(prefix(title) + what, true);
    }

    @Override
    public void second(RunTitle title, boolean warmup, Second second) {
        String text =
                String.format(
                        Locale.ROOT,
                        "%s%s %5.1f s  %,9.0f ops/s  p50 %8.2f ms  p99 %8.2f ms%s",
                        prefix(title),
                        warmup ? "warm-up" : "measure",
                        second.atSeconds(),
                        second.opsPerSecond(),
                        second.p50Micros() / 1000.0,
                        second.p99Micros() / 1000.0,
                        second.errors() > 0 ? "  errors " + second.errors() : "");
        line(text, terminal || ++seconds % LINE_EVERY_SECONDS == 0);
        if (series != null && !warmup)
            series.println(BenchJson.second(title.experiment(), title.run(), second));
    }

    @Override
    public void warmedUp(RunTitle title, double warmup, boolean steady) {
        String text =
                String.format(
                        Locale.ROOT,
                        "%swarm-up %.1f s: %s",
                        prefix(title),
                        warmup,
                        steady
                                ? "the rate is steady"
                                : "its maximum is reached, but the rate is not steady");
        line(text, true);
        if (terminal) out.println();
        seconds = 0;
    }

    @Override
    public void finished(RunTitle title, RunResult result) {
        if (series != null && series.checkError())
            throw new UncheckedIOException(new IOException("the series cannot be written"));
        String errors = result.load().errorText();
        String text =
                String.format(
                        Locale.ROOT,
                        "%sdone: %,.0f ops/s%s%s",
                        prefix(title),
                        result.throughput(),
                        errors.isEmpty() ? "" : ", errors: " + errors,
                        result.agreed() ? "" : ", STATES DIFFER");
        line(text, true);
        if (terminal) out.println();
        out.flush();
    }

    private static String prefix(RunTitle title) {
        return String.format(
                "[%d/%d] %s%s  ",
                title.position(),
                title.of(),
                title.experiment().label(),
                title.runs() > 1 ? " run " + title.run() : "");
    }

    private void line(String text, boolean show) {
        if (!show) return;
        if (terminal) out.print("\r\u001b[K" + text);
        else out.println(text);
        out.flush();
    }

    @Override
    public void close() {
        if (series != null) series.close();
    }
}
