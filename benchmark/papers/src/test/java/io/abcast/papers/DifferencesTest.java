package io.abcast.papers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.papers.ThesisTable.Cell;
import io.abcast.report.Interval95;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DifferencesTest {
    private static final TableResult RESULT =
            new TableResult(
                    ThesisTable.load("5.5"),
                    List.of(
                            cell(250, 3, 12, "10", 0),
                            cell(250, 5, 4, "10", 0.421),
                            cell(500, 5, 7, "X", 1)));

    private static CellResult cell(
            int clients, int servers, double ours, String paper, double zabMode) {
        return new CellResult(
                "a",
                ThesisMeasure.LATENCY_IMPROVEMENT,
                clients,
                servers,
                new Interval95(ours, Double.NaN),
                zabMode,
                Cell.of(paper));
    }

    @Test
    void summaryHasMeanWorstAndSigns() {
        String line =
                new Differences(List.of(RESULT))
                        .toString()
                        .lines()
                        .filter(l -> l.startsWith("5.5"))
                        .findFirst()
                        .orElseThrow()
                        .replaceAll(" +", " ");
        assertEquals("5.5 (a) latency improvement % 2 -2.0 4.0 -6.0 clients 250, N=5 1 of 2", line);
    }

    @Test
    void tableShowsWhereOurVariantRanAsZab() {
        assertTrue(
                RESULT.toString()
                        .contains(
                                "of the time in Zab's mode: clients 250: N=5 42 %; clients 500: N=5 100 %"),
                RESULT.toString());
    }
}
