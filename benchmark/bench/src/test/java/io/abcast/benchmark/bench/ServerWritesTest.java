package io.abcast.benchmark.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.abcast.command.figures.Histograms;
import io.abcast.server.figures.Counter;
import io.abcast.server.figures.MemberFigures;
import io.abcast.server.figures.PolicyFigures;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

final class ServerWritesTest {
    private static final long SECOND = 1_000_000_000;

    private static ServerAnswer answer(int id, long writes, double second) {
        Histogram answered = Histograms.create();
        if (writes > 0) answered.recordValueWithCount(100, writes);
        MemberFigures figures =
                new MemberFigures(
                        id,
                        "VOTING",
                        true,
                        0,
                        0,
                        1,
                        1,
                        1,
                        new long[Counter.count()],
                        PolicyFigures.none(),
                        answered);
        return new ServerAnswer(figures, (long) (second * SECOND));
    }

    @Test
    void theRateIsThatBetweenTwoAnswersOfTheServer() {
        ServerWrites writes = new ServerWrites();
        assertEquals(Map.of(), writes.add(List.of(answer(1, 50, 0), answer(2, 0, 0.1))));
        assertEquals(
                Map.of(1, 100.0, 2, 30.0),
                writes.add(List.of(answer(1, 150, 1), answer(2, 45, 1.6))));
    }

    @Test
    void aServerThatMissesASecondHasTheMeanOfBoth() {
        ServerWrites writes = new ServerWrites();
        writes.add(List.of(answer(1, 0, 0), answer(2, 0, 0)));
        assertEquals(Map.of(1, 10.0), writes.add(List.of(answer(1, 10, 1))));
        assertEquals(
                Map.of(1, 10.0, 2, 40.0), writes.add(List.of(answer(1, 20, 2), answer(2, 80, 2))));
    }

    @Test
    void aServerThatWasStartedAgainCountsFromZero() {
        ServerWrites writes = new ServerWrites();
        writes.add(List.of(answer(1, 500, 0)));
        assertEquals(Map.of(1, 5.0), writes.add(List.of(answer(1, 10, 2))));
        assertEquals(Map.of(1, 20.0), writes.add(List.of(answer(1, 30, 3))));
    }
}
