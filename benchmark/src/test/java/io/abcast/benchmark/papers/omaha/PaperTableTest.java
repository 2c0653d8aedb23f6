package io.abcast.benchmark.papers.omaha;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tables and figures run exactly what they say they need, and print what the paper prints. */
final class PaperTableTest {
    @ParameterizedTest
    @MethodSource("tables")
    void aTableNeedsWhatItRuns(String id) {
        needs(PaperTable.load(id));
    }

    @ParameterizedTest
    @MethodSource("figures")
    void aFigureNeedsWhatItRuns(String id) {
        needs(PaperFigure.of(id));
    }

    static java.util.List<String> tables() {
        return PaperTable.IDS;
    }

    static java.util.List<String> figures() {
        return PaperFigure.IDS;
    }

    private static Result needs(Item item) {
        Set<Trial> run = new HashSet<>();
        Trials trials = new Trials(1, 105, 1, Algorithm.Quorums.PAPER, run::add);
        Result result = item.run(trials);
        assertEquals(new HashSet<>(item.needs()), run);
        assertFalse(result.blocks().isEmpty());
        return result;
    }

    @Test
    void printsThePapersFigures() {
        PaperTable table = PaperTable.load("II");
        assertEquals(30.2, table.rows().get(2)[9]);
        assertEquals(Measure.MESSAGES, table.measure());
        assertEquals(Measure.LATENCY, PaperTable.load("V").measure());
        assertEquals(4.1, PaperTable.load("V").rows().get(2)[3]);
    }

    @Test
    void theZabRowOfTheTextStandsBesideOurs() {
        for (String id : new String[] {"2", "7"}) {
            Trials trials = new Trials(1, 105, 1, Algorithm.Quorums.PAPER, trial -> {});
            long printed =
                    PaperFigure.of(id).run(trials).blocks().stream()
                            .flatMap(block -> block.cells().stream())
                            .filter(cell -> !Double.isNaN(cell.paper()))
                            .count();
            assertEquals(2, printed, "figure " + id);
        }
    }

    @Test
    void differencesAreShown() {
        String text = needs(PaperTable.load("IV")).toString();
        assertTrue(text.contains("largest difference"), text);
        assertTrue(text.contains("28.1"), text);
    }
}
