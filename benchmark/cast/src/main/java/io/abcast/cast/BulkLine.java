package io.abcast.cast;

import io.abcast.bulk.BulkProgress;
import io.abcast.bulk.BulkTransfer;
import io.abcast.command.Terminal;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Prints the progress of a bulk transfer: once a second on a terminal, and otherwise every ten seconds. */
final class BulkLine implements AutoCloseable {
    private static final long TERMINAL_MILLIS = 1_000;
    private static final long ELSEWHERE_MILLIS = 10_000;

    /** A receiver is behind if it has received less than this fraction of the bytes that the median receiver has. */
    private static final double STRAGGLES = 0.95;

    private static final int NAMES_MAX = 5;

    private final BulkTransfer transfer;
    private final PrintWriter err;
    private final boolean terminal = Terminal.interactive();
    private final Thread thread;
    private int run;
    private double lastFraction;
    private long lastNanos;
    private double rate;

    BulkLine(BulkTransfer transfer, PrintWriter err, boolean quiet) {
        this.transfer = transfer;
        this.err = err;
        thread = new Thread(this::run, "progress");
        thread.setDaemon(true);
        if (!quiet) thread.start();
    }

    private void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                Thread.sleep(terminal ? TERMINAL_MILLIS : ELSEWHERE_MILLIS);
                String line = line(transfer.progress(), System.nanoTime());
                if (line == null) continue;
                err.print(terminal ? "\r\033[K" + line : line + System.lineSeparator());
                err.flush();
            }
        } catch (InterruptedException e) {
            // {@code close()} has interrupted this thread, which ends it.
        }
    }

    /** Null if no transfer is in progress. */
    String line(BulkProgress progress, long nowNanos) {
        if (progress.run() == 0) {
            run = 0;
            return progress.waitingFor().isEmpty()
                    ? null
                    : "waiting for members " + progress.waitingFor();
        }
        double fraction = progress.fraction();
        if (run != progress.run()) {
            run = progress.run();
            rate = 0;
        } else {
            double seconds = (nowNanos - lastNanos) / 1e9;
            double now = (fraction - lastFraction) / Math.max(1e-3, seconds);
            rate = rate == 0 ? now : 0.7 * rate + 0.3 * now;
        }
        lastFraction = fraction;
        lastNanos = nowNanos;
        StringBuilder line =
                new StringBuilder(
                        String.format(
                                Locale.ROOT,
                                "%5.1f %%  %.1f MB/s to each",
                                100 * fraction,
                                rate * progress.bytes() / 1e6));
        if (rate > 0)
            line.append(String.format(Locale.ROOT, "  %.0f s left", (1 - fraction) / rate));
        List<String> late = stragglers(progress);
        if (!late.isEmpty()) line.append("  behind: ").append(String.join(", ", late));
        return line.toString();
    }

    private static List<String> stragglers(BulkProgress progress) {
        long[] ranks = progress.ranks().values().stream().mapToLong(Long::longValue).toArray();
        Arrays.sort(ranks);
        long median = ranks[ranks.length / 2];
        List<String> late = new ArrayList<>();
        for (Map.Entry<Integer, Long> member : progress.ranks().entrySet()) {
            if (member.getValue() >= STRAGGLES * median) continue;
            if (late.size() < NAMES_MAX)
                late.add(
                        String.format(
                                Locale.ROOT,
                                "member %d at %.0f %%",
                                member.getKey(),
                                100.0 * member.getValue() / progress.rankTotal()));
        }
        return late;
    }

    void end() {
        if (terminal) err.print("\r\033[K");
        err.flush();
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join(1_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        end();
    }
}
