package io.abcast.cast.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.report.Environment;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CastTableTest {
    private static final long BYTES = 12_500_000;
    private final CastPlan plan =
            new CastPlan(
                    List.of(CastSystem.CHAIN, CastSystem.RSYNC, CastSystem.ARIA2),
                    List.of(LabDisturbance.NONE),
                    3,
                    BYTES,
                    100_000_000,
                    "cubic",
                    2,
                    0,
                    1);

    private List<CastOutcome> outcomes() {
        List<CastOutcome> all = new ArrayList<>();
        for (CastPlan.Turn turn : plan.turns()) {
            if (turn.system() == CastSystem.ARIA2)
                all.add(new CastOutcome(turn, null, "there is no program aria2c", null));
            else if (turn.system() == CastSystem.RSYNC && turn.run() == 2)
                all.add(new CastOutcome(turn, null, null, "rsync ended with exit code 30"));
            else
                all.add(
                        new CastOutcome(
                                turn,
                                measurement(turn.system() == CastSystem.RSYNC ? 2.4 : 1.2),
                                null,
                                null));
        }
        return all;
    }

    private static CastMeasurement measurement(double seconds) {
        return new CastMeasurement(
                List.of(1.0, seconds),
                List.of(0.9, seconds - 0.1),
                2 * BYTES + BYTES / 5,
                BYTES,
                2 * BYTES,
                0.6,
                0.25,
                3,
                List.of(new CastMeasurement.Point(0, 0), new CastMeasurement.Point(seconds, 1.1)));
    }

    @Test
    void timeAndBytesAreOverTheirMinimumAndEveryFailureIsReported() {
        String text = CastTable.of(CastCell.of(outcomes()), plan);
        String chain = line(text, "none, chain ");
        assertEquals(
                List.of(
                        "none,",
                        "chain",
                        "1.2",
                        "\u00b10.0",
                        "1.20",
                        "\u00b10.00",
                        "1.10",
                        "1.00",
                        "1.100",
                        "1.00",
                        "0.20",
                        "25",
                        "%"),
                List.of(chain.split("\\s+", -1)));
        assertTrue(text.contains("none, rsync 1 of 2 runs failed: rsync ended"), text);
        assertTrue(text.contains("none, aria2 cannot: there is no program aria2c"), text);
        assertTrue(text.lines().anyMatch(l -> l.matches("none +rsync +0\\.500")), text);
    }

    @Test
    void pageAndDocumentHaveAllRuns() throws IOException {
        Environment here = Environment.here(List.of(), List.of());
        String json = CastJson.document(here, plan, 0.95, outcomes());
        assertTrue(json.contains("\"time_over_ideal\":1.2"), json);
        assertTrue(json.contains("\"cannot\":\"there is no program aria2c\""), json);
        assertTrue(json.contains("\"failure\":\"rsync ended with exit code 30\""), json);
        assertTrue(json.contains("\"time\":{\"mean\":0.5"), json);
        String html = new CastReport(here, plan, outcomes(), List.of("Three hosts.")).toString();
        assertTrue(html.contains("<p>Three hosts.</p>"));
        assertTrue(html.contains("Received on average: none"));
    }

    private static String line(String text, String start) {
        return text.lines().filter(l -> l.startsWith(start)).findFirst().orElse(text).strip();
    }
}
