package io.abcast.papers.forest;

import io.abcast.papers.result.PaperCell;
import io.abcast.papers.result.PaperResult;
import io.abcast.papers.wan.Delays;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Measures how many message delays EPaxos needs, with and without a relay. The checks compare these numbers with the
 * promises of the protocol; Tan 2019 prints no message delays.
 */
final class DelayChecks {
    static final int BUSY_SECONDS = 600;

    private static final String FAST = "fast commit";
    private static final double ROUNDING = 1e-6;

    private final List<PaperCell> cells = new ArrayList<>();
    private final List<String> broken = new ArrayList<>();

    private DelayChecks() {}

    static DelayChecks run(int busySeconds, long seed, Consumer<String> progress) {
        DelayChecks checks = new DelayChecks();
        for (int n : List.of(3, 5, 7, 9)) {
            progress.accept("delays: n=" + n);
            checks.exactly(n, FAST, Delays.fastCommit(n, seed), 2);
            checks.exactly(n, "linearizable read", Delays.read(n, seed), 2);
        }
        for (int n : List.of(3, 5)) {
            Delays.Interfering two = Delays.interfering(n, seed);
            checks.atMost(n, "two that interfere, committed", two.commit(), 4);
            checks.atMost(n, "two that interfere, executed", two.execution(), 5);
            checks.exactly(
                    n, "fast commit by one relay", Delays.byOneRelay(n, seed), n == 3 ? 2 : 3);
        }
        double busy = Delays.busy(5, busySeconds, seed, progress);
        checks.atMost(5, "all interfere, longest until executed", busy, 20);
        return checks;
    }

    private void exactly(int n, String what, double delays, double expected) {
        add(n, what, delays, expected, Math.abs(delays - expected) <= ROUNDING);
    }

    private void atMost(int n, String what, double delays, double limit) {
        add(n, what, delays, limit, delays <= limit + ROUNDING);
    }

    private void add(int n, String what, double delays, double limit, boolean holds) {
        String row = "n=" + n;
        cells.add(new PaperCell(row, what, "delays", delays));
        cells.add(new PaperCell(row, what, "expected delays", limit));
        if (!holds)
            broken.add(
                    String.format(
                            Locale.ROOT,
                            "%s, %s: expected %.2f delays, got %.4f.",
                            row,
                            what,
                            limit,
                            delays));
    }

    boolean holds() {
        return broken.isEmpty();
    }

    PaperResult result() {
        List<String> notes =
                new ArrayList<>(
                        List.of(
                                "Unit: the time of a message in one direction. Links have"
                                        + " unlimited rates, and processors and logs take no"
                                        + " time.",
                                "Two that interfere: the longest times from the later of two"
                                        + " requests until both are committed or executed, over"
                                        + " all pairs of members, with 0 to 2 delays between the"
                                        + " requests.",
                                "All interfere: each member offers 10 requests per delay. The"
                                        + " longest time from the opening of an instance until"
                                        + " its coordinator executes it."));
        notes.addAll(broken);
        return new PaperResult("delays", "message delays of EPaxos", cells, List.of(), notes);
    }
}
