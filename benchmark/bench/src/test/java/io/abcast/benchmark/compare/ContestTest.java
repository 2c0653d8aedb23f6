package io.abcast.benchmark.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.command.figures.Histograms;
import io.abcast.load.Experiment;
import io.abcast.load.LoadFigures;
import io.abcast.load.LoadSpec;
import io.abcast.load.RateSchedule;
import io.abcast.load.ReadKind;
import io.abcast.load.contest.Measurement;
import io.abcast.load.contest.Outcome;
import io.abcast.report.Ratio;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

final class ContestTest {
    @Test
    void ratiosAreTakenRunByRunAndOnlyBetweenEqualLoads() {
        List<Outcome> outcomes =
                List.of(
                        measured("abcast", 50, 1, 300),
                        measured("zookeeper", 50, 1, 100),
                        measured("abcast", 50, 2, 800),
                        measured("zookeeper", 50, 2, 200),
                        measured("abcast", 50, 3, 1),
                        measured("zookeeper", 250, 1, 7));
        List<Contest> contests = Contest.all(SystemRuns.of(outcomes));
        assertEquals(1, contests.size());
        Ratio ratio = contests.get(0).throughput();
        assertEquals(List.of(3.0, 4.0), ratio.values());
        assertEquals(3.5, ratio.interval().mean());
        assertEquals(3, ratio.min());
        assertEquals(4, ratio.max());
    }

    @Test
    void withoutPeersEverySystemIsComparedWithTheFirst() {
        List<Outcome> outcomes =
                List.of(
                        measured("zookeeper", 50, 1, 100),
                        measured("aeron", 50, 1, 200),
                        measured("ratis", 50, 1, 50));
        List<Contest> contests = Contest.all(SystemRuns.of(outcomes));
        assertEquals(2, contests.size());
        assertEquals("aeron", contests.get(0).ours().system());
        assertEquals("zookeeper", contests.get(0).theirs().system());
        assertEquals(List.of(2.0), contests.get(0).throughput().values());
        assertEquals(List.of(0.5), contests.get(1).throughput().values());
    }

    @Test
    void aSystemThatCannotRunHasARowWithTheReasonAndNoRatio() {
        Experiment cannot = experiment("zookeeper", 50);
        List<SystemRuns> cells =
                SystemRuns.of(
                        List.of(
                                measured("abcast", 50, 1, 100),
                                new Outcome(cannot, 1, List.of(), null, "no such API", null)));
        assertEquals("", cells.get(0).instead());
        assertEquals("cannot: no such API", cells.get(1).instead());
        assertEquals("", cells.get(1).outcomes().get(0).problem());
        assertTrue(Contest.all(cells).isEmpty());
    }

    private static Outcome measured(String system, int clients, int run, int writes) {
        Measurement m = new Measurement(0, 1, figures(writes), 0, 0, 0, 0, 0, "");
        return new Outcome(experiment(system, clients), run, List.of(), m, null, null);
    }

    private static LoadFigures figures(int writes) {
        Histogram latency = Histograms.create();
        latency.recordValueWithCount(1000, Math.max(1, writes));
        long[] noErrors = LoadFigures.none().errors();
        return new LoadFigures(writes, 0, noErrors, 0, 0, 0, latency);
    }

    private static Experiment experiment(String system, int clients) {
        return experiment(system, "network", clients);
    }

    private static Experiment experiment(String system, String attach, int clients) {
        LoadSpec load =
                new LoadSpec(clients, RateSchedule.NONE, 100, 64, 0, 0, 10, 1, ReadKind.LOCAL);
        String protocol = system.equals("abcast") ? "ZAB" : "";
        return new Experiment(system, protocol, 3, "memory", true, attach, 25, load);
    }
}
