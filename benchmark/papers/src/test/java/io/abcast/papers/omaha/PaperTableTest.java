package io.abcast.papers.omaha;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.command.JsonText;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that tables and figures run exactly the trials that they declare as needed, and print the figures of Mahamdi
 * et al., 2023.
 */
@Execution(ExecutionMode.CONCURRENT)
final class PaperTableTest {
    /** Half of the number in Mahamdi et al., 2023. */
    private static final int INSTANCES = 1_500;

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

    static List<String> tables() {
        return PaperTable.IDS;
    }

    static List<String> figures() {
        return PaperFigure.IDS;
    }

    /**
     * Mahamdi et al., 2023 about holding messages: "Our results show that a good tuning of the new send primitive saves
     * a large amount of bandwidth with little latency degradation."
     */
    @Tag("search")
    @Test
    void tablesTwoAndThreeAreWithinTwoPointsExceptTheLastLatencies() {
        AggregationTrials trials =
                new AggregationTrials(1, INSTANCES, 1, Algorithm.Quorums.PAPER, trial -> {});
        for (String id : List.of("II", "III")) {
            PaperTable table = PaperTable.load(id);
            List<AggregationCell> cells =
                    table.block(trials, table.measure(), Trial.Leaders.TURN, true).cells();
            assertEquals(30, cells.size());
            for (AggregationCell cell : cells)
                if (table.measure() == AggregationMeasure.MESSAGES || !cell.column().equals("100"))
                    assertEquals(
                            cell.paper(),
                            cell.ours().mean(),
                            2,
                            () -> table.name() + ", " + cell.row() + ", " + cell.column());
        }
    }

    private static Result needs(PaperItem item) {
        Set<Trial> run = new HashSet<>();
        AggregationTrials trials =
                new AggregationTrials(1, 105, 1, Algorithm.Quorums.PAPER, run::add);
        Result result = item.run(trials);
        assertEquals(new HashSet<>(item.needs()), run);
        assertFalse(result.blocks().isEmpty());
        everyCellIsKnownByItsRowColumnAndMeasure(result);
        return result;
    }

    private static void everyCellIsKnownByItsRowColumnAndMeasure(Result result) {
        Set<String> keys = new HashSet<>();
        for (Block block : result.blocks())
            for (AggregationCell cell : block.cells()) {
                String key = cell.row() + "|" + cell.column() + "|" + cell.measure().title;
                assertTrue(keys.add(key), "twice: " + key);
                String json = cell.write(new JsonText()).toString();
                String load = "\"load\":\"" + cell.trial().load().title + "\"";
                assertTrue(json.contains(load + ",\"line\":\"" + cell.line() + "\""), json);
            }
        assertFalse(keys.isEmpty());
    }

    @Test
    void printsThePapersFigures() {
        PaperTable table = PaperTable.load("II");
        assertEquals(30.2, table.rows().get(2)[9]);
        assertEquals(AggregationMeasure.MESSAGES, table.measure());
        assertEquals(AggregationMeasure.LATENCY, PaperTable.load("V").measure());
        assertEquals(4.1, PaperTable.load("V").rows().get(2)[3]);
    }

    @Test
    void theZabRowOfTheTextStandsBesideOurs() {
        for (String id : new String[] {"2", "7"}) {
            AggregationTrials trials =
                    new AggregationTrials(1, 105, 1, Algorithm.Quorums.PAPER, trial -> {});
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
