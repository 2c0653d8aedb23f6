package io.abcast.papers.forest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.command.JsonText;
import io.abcast.papers.forest.LoadRuns.Length;
import io.abcast.papers.forest.LoadRuns.Line;
import io.abcast.papers.forest.LoadRuns.Point;
import io.abcast.papers.result.PaperCell;
import io.abcast.papers.result.PaperResult;
import io.abcast.papers.wan.WideMeasurement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests the curves of throughput and latency of EPaxos with short runs. */
@Execution(ExecutionMode.CONCURRENT)
final class LoadCurvesTest {
    private static final Length TINY = new Length(1, 600, 400);

    private static LoadRuns runs(long seed) {
        return new LoadRuns(Loads.PRINTED, TINY, seed, progress -> {});
    }

    private static double ours(PaperResult result, String row, String column, String measure) {
        return cell(result, row, column, measure).ours();
    }

    private static PaperCell cell(PaperResult result, String row, String column, String measure) {
        return result.cells().stream()
                .filter(each -> each.row().equals(row) && each.column().equals(column))
                .filter(each -> each.measure().equals(measure))
                .findFirst()
                .orElseThrow();
    }

    @Tag("search")
    @Test
    void latencyAtALowLoadIsThatOfTheNearestQuorum() {
        PaperResult figure = new LoadCurves(runs(1), List.of(75.0)).bySkewness();
        for (String line : List.of("direct", "thesis", "ours")) {
            assertEquals(
                    93.0, ours(figure, "s=0, 75 offered", line, "commit latency ms"), 0.02 * 93);
            assertEquals(
                    125.6,
                    ours(figure, "s=1.5, 75 offered", line, "commit latency ms"),
                    0.02 * 125.6);
        }
        // The loads of the replicas that Tan 2019 prints for s = 1.5 add up to 97 %.
        assertEquals(0.97 * 75, ours(figure, "s=1.5, 75 offered", "ours", "committed Mbit/s"), 1);
    }

    @Tag("search")
    @Test
    void relaysCarryASkewedLoad() {
        LoadRuns runs = new LoadRuns(Loads.PRINTED, new Length(1, 1_200, 400), 1, progress -> {});
        Point direct = new Point(5, 1, Line.DIRECT, 450);
        Point ours = new Point(5, 1, Line.OURS, 450);
        runs.measure(List.of(direct, ours));
        WideMeasurement relayed = runs.of(ours).get(0);
        WideMeasurement limited = runs.of(direct).get(0);
        assertEquals(0.97 * 450, relayed.committedMbit(), 9, relayed::toString);
        assertEquals(0, relayed.refusedShare(), relayed::toString);
        assertTrue(limited.committedMbit() < 187.5 + 0.35 * 450, limited::toString);
        assertTrue(limited.committedMbit() > 175 + 0.35 * 450 - 9, limited::toString);
        assertTrue(limited.commitMillis() > relayed.commitMillis(), limited::toString);
    }

    @Test
    void equalSeedsGiveEqualBytes() {
        String[] texts = new String[2];
        for (int i = 0; i < texts.length; i++) {
            Length length = new Length(2, 200, 100);
            LoadRuns runs = new LoadRuns(Loads.ZIPF, length, 9, progress -> {});
            PaperResult figure = new LoadCurves(runs, List.of(30.0)).bySize();
            texts[i] = figure.write(new JsonText(), "shallowforest", Map.of()) + figure.html();
        }
        assertEquals(texts[0], texts[1]);
    }

    @Test
    void saturationOfDirectSendingFollowsFromTheLargestLoad() {
        // The replica IR receives 82 % of the offered load, and its uplink must send each payload
        // to four receivers.
        assertEquals(187.5 / 0.82, runs(1).directSaturation(5, 1.5), 1e-9);
        assertEquals(937.5, runs(1).directSaturation(5, 0), 1e-9);
    }

    @Test
    void aPointIsMeasuredOnce() {
        LoadRuns runs = runs(1);
        Point point = new Point(5, 0, Line.DIRECT, 20);
        runs.measure(List.of(point, point));
        var first = runs.of(point);
        runs.measure(List.of(point));
        assertEquals(1, first.size());
        assertTrue(first == runs.of(point));
    }
}
