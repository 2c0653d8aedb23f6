package io.abcast.benchmark.limits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.benchmark.bench.RunResult;
import io.abcast.command.figures.LoopbackCounters;
import io.abcast.load.Experiment;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

final class GrowthTest {
    private static Growth growth(List<Integer> payloads) {
        return new Growth(
                new Growth.Setting(
                        "ZAB",
                        "memory",
                        "network",
                        25,
                        List.of(3, 5),
                        payloads,
                        List.of(1, 250),
                        3,
                        1024,
                        250,
                        1));
    }

    @Test
    void changesOneThingAtATimeAndRunsTheSharedPointOnce() {
        List<Experiment> all = growth(List.of(100, 1024)).experiments();
        assertEquals(4, all.size());
        assertEquals(4, new HashSet<>(all).size());
        for (Experiment e : all) {
            int changed = e.nodes() == 3 ? 0 : 1;
            changed += e.load().payloadBytes() == 1024 ? 0 : 1;
            changed += e.load().clients() == 250 ? 0 : 1;
            assertTrue(changed <= 1, e::toString);
        }
    }

    @Test
    void usesFewerClientsIfTheirValuesWouldBeRefused() {
        Experiment large = growth(List.of(1_000_000)).experiments().get(2);
        assertEquals(1_000_000, large.load().payloadBytes());
        assertEquals(16, large.load().clients());
        assertEquals(67, large.load().keys());
    }

    @Test
    void leastBytesAreTheValueOnEachLinkThatItMustCross() {
        Experiment e = growth(List.of(1024)).experiments().get(0);
        Growth.Point point =
                new Growth.Point(
                        Growth.Axis.NODES,
                        3,
                        new RunResult(
                                e,
                                1,
                                0,
                                false,
                                1,
                                null,
                                List.of(),
                                List.of(),
                                List.of(),
                                LoopbackCounters.UNKNOWN,
                                true));
        assertEquals(1024 * 4.0 / 3, point.leastLeaderBytesPerWrite(), 1e-9);
        // The leader sends a value to all followers except the one that forwarded it: to 4/3
        // followers on average.
        assertEquals(1024 * (1 + 2.0 / 3 + 4.0 / 3), point.leastBytesPerWrite(), 1e-9);
    }
}
