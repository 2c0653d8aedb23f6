package io.abcast.load.contest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.command.figures.Histograms;
import io.abcast.load.Experiment;
import io.abcast.load.LoadFigures;
import io.abcast.load.LoadSpec;
import io.abcast.load.PartitionServers;
import io.abcast.load.RateSchedule;
import io.abcast.load.ReadKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ComparisonPlanTest {
    @TempDir private Path libraries;
    private PeerLibraries peers;

    @BeforeEach
    void describeSystems() throws IOException {
        for (String name : List.of("abcast", "jgroups-raft")) {
            Path library = Files.createDirectory(libraries.resolve(name));
            String file = "name=" + name + "\ncontestant=none.X\nlives_on=true\n";
            PeerLibrariesTest.jar(library, "it", file);
        }
        peers = new PeerLibraries(libraries, Map.of());
    }

    @Test
    void systemsTakeTurnsInEveryRun() {
        List<Experiment> experiments = new ArrayList<>();
        for (int clients : new int[] {1, 50})
            for (String system : List.of("abcast", "zookeeper", "aeron"))
                experiments.add(experiment(system, clients));
        assertEquals(
                List.of(
                        "1/6 abcast network [50, 1] 1 ends",
                        "2/6 zookeeper network [50, 1] 1 ends",
                        "3/6 aeron network [50, 1] 1 ends",
                        "4/6 abcast network [50, 1] 2 ends",
                        "5/6 zookeeper network [50, 1] 2 ends",
                        "6/6 aeron network [50, 1] 2 ends"),
                turns(experiments, false));
    }

    @Test
    void serversKeepRunningWhereTheyCan() {
        List<Experiment> experiments = new ArrayList<>();
        for (String system : List.of("abcast", "zookeeper")) experiments.add(experiment(system, 5));
        for (String system : List.of("abcast", "jgroups-raft"))
            experiments.add(experiment(system, "embedded", 5));
        assertEquals(
                List.of(
                        "1/8 abcast network [5] 1",
                        "2/8 zookeeper network [5] 1 ends",
                        "3/8 abcast network [5] 2 ends",
                        "4/8 zookeeper network [5] 2 ends",
                        "5/8 abcast embedded [5] 1",
                        "6/8 jgroups-raft embedded [5] 1",
                        "7/8 abcast embedded [5] 2 ends",
                        "8/8 jgroups-raft embedded [5] 2 ends"),
                turns(experiments, true));
    }

    @Test
    void serversKeepRunningOnlyIfTheHostHasMemoryForThem() {
        List<Experiment> one = List.of(experiment("abcast", 5));
        assertTrue(
                ComparisonPlan.canKeep(peers, one, Map.of(), 2, 0)
                        || HostMemory.available() < 8L << 30);
        assertFalse(ComparisonPlan.canKeep(peers, one, Map.of(), 2, 1L << 50));
        assertFalse(ComparisonPlan.canKeep(peers, one, Map.of(), 1, 0));
    }

    private ComparisonPlan comparison(List<Experiment> experiments, int runs, boolean keep) {
        return new ComparisonPlan(experiments, runs, 0, 0, 1, Map.of(), List.of(), 1, peers, keep);
    }

    private List<String> turns(List<Experiment> experiments, boolean keep) {
        List<String> order = new ArrayList<>();
        for (ComparisonPlan.Turn turn : comparison(experiments, 2, keep).turns())
            order.add(
                    turn.position()
                            + "/"
                            + turn.of()
                            + " "
                            + turn.experiment().system()
                            + " "
                            + turn.experiment().attach()
                            + " "
                            + turn.experiments().stream().map(e -> e.load().clients()).toList()
                            + " "
                            + turn.run()
                            + (turn.last() ? " ends" : ""));
        return order;
    }

    @Test
    void runsWithoutAnswersOrWithWrongStatesAreProblems() {
        Experiment e = experiment("abcast", 1);
        assertEquals("it fell", new Outcome(e, 1, List.of(), null, null, "it fell").problem());
        assertEquals("no request was answered", measured("abcast", 1, 1, 0).problem());
        Measurement wrong = new Measurement(0, 1, figures(5), 0, 0, 0, 0, 0, "states differ");
        assertEquals("states differ", new Outcome(e, 1, List.of(), wrong, null, null).problem());
        assertEquals("", measured("abcast", 1, 1, 5).problem());
    }

    @Test
    void figuresArePerOperationPerServerAndPerSecond() {
        Measurement m = new Measurement(0, 2, figures(100), 5_000_000, 4000, 50, 600, 24, "");
        assertEquals(50, m.throughput());
        assertEquals(50, m.cpuMicrosPerOp());
        assertEquals(40, m.wireBytesPerOp());
        assertEquals(0.5, m.wirePacketsPerOp());
        assertEquals(100, m.syncsPerSecond(3));
    }

    @Test
    void messagesBetweenProcessesSurviveEncodingAndDecoding() {
        Site site =
                new Site(
                        experiment("abcast", 50),
                        "a.Class",
                        Path.of("/d"),
                        null,
                        12_345,
                        Path.of("/c.xml"),
                        PartitionServers.parse("A=1,2;B=3"));
        assertEquals(3, site.servers());
        RunSpec spec =
                new RunSpec(site, List.of(50, 1), 1.5, 9.5, 2.5, List.of("-Xmx1g", "-Da=b c"), 2);
        assertEquals(spec, RunSpec.decode(spec.encode()));
        Measurement m =
                new Measurement(9, 2, figures(3), 4, 5, Double.NaN, 7, 8, "violated: \u00fc");
        Measurement back = Measurement.decode(m.encode());
        assertEquals(m.violation(), back.violation());
        assertEquals(m.load().writes(), back.load().writes());
        assertEquals(m.load().latency(), back.load().latency());
        assertEquals(9, back.warmupSeconds());
        assertEquals(2, back.seconds());
        assertEquals(4, back.cpuNanos());
        assertEquals(5, back.wireBytes());
        assertTrue(Double.isNaN(back.wirePackets()));
        assertEquals(7, back.syncs());
        assertEquals(8, back.connections());
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
