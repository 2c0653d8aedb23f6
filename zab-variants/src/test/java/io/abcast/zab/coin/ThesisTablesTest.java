package io.abcast.zab.coin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Compares the values that {@code CoinChooser} and {@code FollowUps} compute with the tables of EL-Sanosi 2018,
 * appendix F. For each number of servers, choice of p, waiting time and share of writes, the tables list the measured
 * delay d, the rate lambda and seven computed values.
 */
final class ThesisTablesTest {
    /** Delta, the precision of the probability of Head that EL-Sanosi 2018 used for the tables. */
    private static final double DELTA = 0.001;

    /**
     * EL-Sanosi 2018 does not state the duration of timer D. In the measurements of the thesis abcasts came at least
     * every 2.2 ms, so any longer timer D has no effect.
     */
    private static final double FORCED_TOSS_SECONDS = 1;

    private static final double ROUNDED = 0.00051;

    private static List<Row> rows;

    private record Row(
            String table,
            String also,
            CoinChoice choice,
            int servers,
            int writes,
            double d,
            double lambda,
            double bound,
            double wUpper,
            double w1,
            double upper,
            double p1,
            double p2,
            double p) {
        static Row parse(String line) {
            String[] cells = line.split(",", -1);
            double[] x = new double[cells.length];
            for (int i = 3; i < cells.length; i++) {
                x[i] = Double.parseDouble(cells[i]);
            }
            return new Row(
                    cells[0],
                    cells[1],
                    CoinChoice.valueOf(cells[2].toUpperCase(Locale.ROOT)),
                    (int) x[3],
                    (int) x[4],
                    x[5],
                    x[6],
                    x[7],
                    x[8],
                    x[9],
                    x[10],
                    x[11],
                    x[12],
                    x[13]);
        }

        CoinRange ours() {
            return new CoinChooser(servers, servers - 1, FORCED_TOSS_SECONDS, DELTA)
                    .range(lambda, d, lambda);
        }

        /**
         * If no probability of Head is feasible, the tables print 1, because every follower then acks every entry, as
         * in Zab.
         */
        double pOf(double lowest, double highest) {
            return lowest > highest ? 1 : choice.between(lowest, highest);
        }

        String name() {
            return table + " " + writes + "%";
        }
    }

    @BeforeAll
    static void readTables() throws IOException {
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(
                                Objects.requireNonNull(
                                        ThesisTablesTest.class.getResourceAsStream(
                                                "appendix-f.csv")),
                                StandardCharsets.UTF_8))) {
            rows = lines.lines().filter(line -> line.startsWith("F.")).map(Row::parse).toList();
        }
        assertEquals(240, rows.size());
    }

    private static DoubleUnaryOperator tabulatedW(int servers) {
        return switch (servers) {
            case 7 -> ThesisFormulas::c3AsTabulated;
            case 9 -> ThesisFormulas::c4;
            default -> new FollowUps(servers)::expected;
        };
    }

    /** The test computes W(p) for 3 and 5 servers, and uses the formulas of the thesis for 7 and 9 servers. */
    @Test
    void everyCellFollowsFromTheMeasurements() {
        List<String> misfits = new ArrayList<>();
        for (Row row : rows) {
            DoubleUnaryOperator w = tabulatedW(row.servers);
            double bound = row.d * row.lambda;
            AlgorithmOne algorithm = new AlgorithmOne(w, bound, DELTA);
            // Some printed values of P1 (lowest usable p) exceed P2 (highest usable p), so the
            // search of the thesis was not bounded by P2.
            double p1 = algorithm.estimate(1);
            double p2 = 1.0 / (row.servers - 1) - DELTA;
            compare(misfits, row, "bound", bound, row.bound);
            compare(misfits, row, "P1u", algorithm.upper, row.upper);
            compare(misfits, row, "P1", p1, row.p1);
            compare(misfits, row, "W(P1u)", w.applyAsDouble(algorithm.upper), row.wUpper);
            compare(misfits, row, "W(P1)", w.applyAsDouble(p1), row.w1);
            compare(misfits, row, "P2", p2, row.p2);
            // The p that the thesis prints in this row was computed from two rounded figures.
            if (Math.abs(row.pOf(p1, p2) - row.p) > 2 * ROUNDED) {
                compare(misfits, row, "p", row.pOf(p1, p2), row.p);
            }
        }
        List<String> expected = new ArrayList<>();
        // In three rows, the thesis prints W(p) for another p than the row's P1: W(0.018), W(0.01)
        // and W(0.008).
        expected.add("F.2 10% W(P1): ours 35.666, thesis 31.615");
        expected.add("F.2 30% W(P1): ours 64.023, thesis 57.541");
        expected.add("F.2 70% W(P1): ours 82.541, thesis 72.125");
        // The thesis's formula also gives 0.488 for 0.453, so the thesis computed with d and lambda
        // that had more digits than the thesis prints.
        expected.add("F.6 10% P1: ours 0.453, thesis 0.454");
        expected.add("F.6 10% W(P1): ours 0.488, thesis 0.485");
        // The value 0.449 that the thesis prints must be 0.499 with a wrong digit, because the
        // thesis computed the row's p from 0.499.
        for (int writes = 10; writes <= 100; writes += 10) {
            if (writes == 30) {
                expected.add("F.13 30% P1: ours 0.235, thesis 0.236");
                expected.add("F.13 30% W(P1): ours 1.411, thesis 1.402");
            }
            expected.add("F.13 " + writes + "% P2: ours 0.499, thesis 0.449");
        }
        for (String table : List.of("F.17", "F.21")) {
            for (int writes = 10; writes <= 100; writes += 10) {
                expected.add(table + " " + writes + "% P2: ours 0.499, thesis 0.449");
            }
        }
        expected.add("F.23 10% P1: ours 0.438, thesis 0.439");
        expected.add("F.23 10% W(P1): ours 0.500, thesis 0.497");
        // P1u, the upper bound of the lowest probability P1, must be a multiple of 0.01. The P1u
        // that the thesis prints in this row, 0.312, equals the lowest usable probability P1 of the
        // row.
        expected.add("F.23 20% P1u: ours 0.320, thesis 0.312");
        assertEquals(String.join("\n", expected), String.join("\n", misfits));
    }

    private static void compare(
            List<String> misfits, Row row, String what, double ours, double thesis) {
        if (Math.abs(ours - thesis) > ROUNDED) {
            misfits.add(
                    String.format(
                            Locale.ROOT,
                            "%s %s: ours %.3f, thesis %s",
                            row.name(),
                            what,
                            ours,
                            Double.toString(thesis)));
        }
    }

    @Test
    void printedProbabilitiesAreReproduced() {
        int cells = 0;
        for (Row row : rows) {
            if (row.servers > 5 && !row.also.equals("5.2b")) {
                continue;
            }
            CoinRange range = row.ours();
            assertEquals(row.p, row.pOf(range.p1(), range.p2()), ROUNDED, row.name());
            assertEquals(range.feasible(), row.p < 1, row.name());
            cells++;
        }
        assertEquals(140, cells);
    }

    /**
     * In three rows no probability of Head is feasible with the correct W(p), so the experiments of the thesis tossed a
     * coin that requirement R1 (latency) forbids.
     */
    @Test
    void correctFollowUpsChangeTheProbabilitiesOfSevenAndNineServers() {
        List<String> moved = new ArrayList<>();
        for (Row row : rows) {
            if (row.servers < 7) {
                continue;
            }
            CoinRange range = row.ours();
            double p = row.pOf(range.p1(), range.p2());
            assertTrue(p >= row.p - 2 * ROUNDED, row.name());
            if (Math.abs(p - row.p) > 0.005) {
                compare(moved, row, "p", p, row.p);
            }
        }
        assertEquals(
                List.of(
                        "F.7 30% p: ours 1.000, thesis 0.166",
                        "F.15 30% p: ours 1.000, thesis 0.16",
                        "F.16 30% p: ours 0.091, thesis 0.084",
                        "F.23 30% p: ours 1.000, thesis 0.152",
                        "F.24 30% p: ours 0.114, thesis 0.101",
                        "F.24 40% p: ours 0.049, thesis 0.044"),
                moved);
    }
}
