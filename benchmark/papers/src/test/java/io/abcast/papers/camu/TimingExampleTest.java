package io.abcast.papers.camu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.papers.result.PaperResult;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the worked example of Vandevoorde 2018, section 3.3.2. */
final class TimingExampleTest {
    private final PaperResult result = TimingExample.result();

    private double ours(String row, String column, String measure) {
        return result.cells().stream()
                .filter(
                        each ->
                                List.of(row, column, measure)
                                        .equals(List.of(each.row(), each.column(), each.measure())))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no cell " + row + ", " + column))
                .ours();
    }

    /**
     * Vandevoorde 2018, section 3.3.2, about the bound MEC: "for round 17, MEC = min(250, 201) = 201 and as 201 < (B =
     * 247), B can't be executed in round 17".
     */
    @Test
    void round17HoldsB() {
        assertEquals(201, ours("partition 1", "round 17", "LMEC"));
        assertEquals(250, ours("partition 2", "round 17", "LMEC"));
        assertEquals(201, ours("partition 1", "round 17", "MEC"));
        assertEquals(201, ours("partition 2", "round 17", "MEC"));
        assertEquals(247, ours("partition 2", "B", "timestamp"));
    }

    /**
     * Vandevoorde 2018, section 3.3.2, about round 18 and the operations A and B: "A and B can be executed in total
     * order in this round".
     */
    @Test
    void round18ExecutesAThenB() {
        assertTrue(ours("partition 1", "round 18", "LMEC") > 213);
        assertTrue(ours("partition 2", "round 18", "MEC") > 247);
        for (String partition : List.of("partition 0", "partition 1", "partition 2"))
            assertEquals(213, ours(partition, "A", "timestamp"));
        assertEquals(18, ours("partition 1", "A", "executed in round"));
        assertEquals(18, ours("partition 2", "A", "executed in round"));
        assertEquals(18, ours("partition 2", "B", "executed in round"));
        List<String> lines =
                result.notes().stream().filter(line -> line.contains("partition 2: exec")).toList();
        assertTrue(lines.get(0).contains("A (213)"), lines::toString);
        assertTrue(lines.get(1).contains("B (247)"), lines::toString);
    }
}
