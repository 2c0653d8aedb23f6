package io.abcast.papers.omaha;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.papers.omaha.SocketTrial.Layer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests the report of the evaluation on sockets. The outcomes of the runs in this test are made up, so the test needs
 * no sockets.
 */
@Tag("process")
final class SocketEvaluationTest {
    private static SocketEvaluation evaluation() {
        Map<SocketTrial, List<SocketOutcome>> outcomes = new LinkedHashMap<>();
        outcomes.put(
                new SocketTrial(true, true, Layer.NONE),
                List.of(
                        new SocketOutcome(200, 50_000, 100, 150),
                        new SocketOutcome(400, 100_000, 200, 300)));
        outcomes.put(
                new SocketTrial(true, true, Layer.PLEDGES),
                List.of(
                        new SocketOutcome(140, 40_000, 105, 160),
                        new SocketOutcome(320, 80_000, 230, 320)));
        return new SocketEvaluation(outcomes, 300, 2);
    }

    @Test
    void savingsAreRunByRunWithTheirSpread() {
        String text = evaluation().text();
        String line = text.lines().filter(l -> l.startsWith("pledges")).findFirst().orElseThrow();
        assertTrue(line.contains("230.0"), line);
        assertTrue(line.contains("(20.0..30.0)"), line);
        assertTrue(line.contains("(5.0..15.0)"), line);
        assertTrue(text.contains("2 runs of 300 instances"), text);
    }

    @Test
    void theJsonHasEveryRunAndTheMeans() {
        String json = evaluation().json().toString();
        assertEquals(4, json.split("\"packets_per_instance\"", -1).length - 1);
        assertTrue(json.contains("\"run\":2"), json);
        assertTrue(
                json.contains(
                        "{\"row\":\"pledges, 8 ms\",\"column\":\"bundling on, TCP_NODELAY on\","
                                + "\"measure\":\"packets saved %\",\"ours\":25.0"),
                json);
    }

    @Test
    void thePageHasATableAndAPlotOfEachMix() {
        String html = evaluation().html();
        assertTrue(html.contains("<h2>bundling on, TCP_NODELAY on</h2>"), html);
        assertTrue(html.contains("<svg") && html.contains("<table>"), html);
    }
}
