package io.abcast.papers.camu;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.papers.camu.DelayRun.Outcome;
import io.abcast.papers.camu.DelayRun.Settings;
import io.abcast.papers.camu.DelayRun.Submission;
import io.abcast.papers.result.PaperCell;
import io.abcast.papers.result.PaperResult;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests the message delays of the CAMU partitions that abcast ships, with three replicas in each partition. */
@Execution(ExecutionMode.CONCURRENT)
final class CamuDelaysTest {
    private static final int[] BOTH = {0, 1};

    private static Outcome two(boolean fast, int[][] links, Submission... submissions) {
        return DelayRun.of(
                new Settings(3, false, fast, links, new long[3]), List.of(submissions), 1);
    }

    @Test
    void votesTakeSixDelaysAndFourInFastMode() {
        Submission fromDestination = new Submission(0, 0, BOTH);
        Submission fromOutside = new Submission(100 * DelayRun.DELAY, 2, BOTH);
        Outcome plain = two(false, new int[0][], fromDestination, fromOutside);
        assertArrayEquals(new double[] {6, 6}, plain.delivered());
        // Partition 1 sends the result of the transaction after 5 message delays, and partition 0
        // delivers the transaction after 6 delays.
        assertEquals(6, plain.answered()[0]);
        assertEquals(0, plain.foreign());
        Outcome fast = two(true, new int[0][], fromDestination, fromOutside);
        assertArrayEquals(new double[] {4, 4}, fast.delivered());
    }

    @Test
    void anImposedTimestampTakesFiveDelaysAndThreeInFastMode() {
        int[][] oneWay = {{0, 1}};
        Submission multi = new Submission(0, 0, BOTH);
        assertArrayEquals(new double[] {5}, two(false, oneWay, multi).delivered());
        assertArrayEquals(new double[] {3}, two(true, oneWay, multi).delivered());
    }

    @Tag("search")
    @Test
    void noCaseExceedsItsBound() {
        PaperResult result = CamuDelays.measure(1, 1, line -> {});
        assertEquals(List.of("No bound is exceeded."), result.notes());
        double zab = measured(result, "Zab alone");
        assertEquals(zab, measured(result, "single"));
        assertTrue(measured(result, "TO, contended") > 6, result::toString);
        assertTrue(measured(result, "PB") > 5, result::toString);
        assertTrue(measured(result, "strict: mean added to singles") > 0, result::toString);
    }

    private static double measured(PaperResult result, String row) {
        return result.cells().stream()
                .filter(cell -> cell.row().equals(row) && cell.column().equals("measured"))
                .mapToDouble(PaperCell::ours)
                .findFirst()
                .orElseThrow();
    }
}
