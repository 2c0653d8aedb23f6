package io.abcast.benchmark.compare;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.command.figures.Histograms;
import io.abcast.load.Experiment;
import io.abcast.load.LoadFigures;
import io.abcast.load.LoadSpec;
import io.abcast.load.RateSchedule;
import io.abcast.load.ReadKind;
import io.abcast.load.contest.ComparisonPlan;
import io.abcast.load.contest.HostMemory;
import io.abcast.load.contest.MeasuredSystem;
import io.abcast.load.contest.Measurement;
import io.abcast.load.contest.Outcome;
import io.abcast.load.contest.PeerLibraries;
import io.abcast.load.contest.RunSpec;
import io.abcast.load.contest.Site;
import io.abcast.report.Ratio;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

final class ComparisonTest {
    /** With a jgroups-raft whose servers live on. */
    private static final PeerLibraries PEERS = peers();

    private static PeerLibraries peers() {
        try {
            Path libraries = Files.createTempDirectory("peers");
            Path jar = Files.createDirectory(libraries.resolve("jgroups-raft")).resolve("it.jar");
            try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
                out.putNextEntry(new JarEntry(MeasuredSystem.FILE));
                out.write("name=jgroups-raft\ncontestant=none.X\nlives_on=true\n".getBytes(UTF_8));
            }
            PeerLibraries peers = new PeerLibraries(libraries, null);
            Files.delete(jar);
            Files.delete(jar.getParent());
            Files.delete(libraries);
            return peers;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void systemsFollowEachOtherAndAllOfThatIsRepeated() {
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

    /** What is not compared has rounds of its own: so fewer servers live at a time. */
    @Test
    void serversLiveOnWhereTheyCan() {
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
    void serversLiveOnOnlyWhereTheHostHasMemoryForThem() {
        List<Experiment> one = List.of(experiment("abcast", 5));
        assertTrue(ComparisonPlan.canKeep(PEERS, one, 2, 0) || HostMemory.available() < 8L << 30);
        assertFalse(ComparisonPlan.canKeep(PEERS, one, 2, 1L << 50));
        assertFalse(ComparisonPlan.canKeep(PEERS, one, 1, 0));
    }

    private static ComparisonPlan comparison(List<Experiment> experiments, int runs, boolean keep) {
        return new ComparisonPlan(experiments, runs, 0, 0, 1, Map.of(), List.of(), 1, PEERS, keep);
    }

    private static List<String> turns(List<Experiment> experiments, boolean keep) {
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
    void ratiosAreTakenRunByRunAndOnlyBetweenEqualLoads() {
        List<Outcome> outcomes =
                List.of(
                        measured("abcast", 50, 1, 300),
                        measured("zookeeper", 50, 1, 100),
                        measured("abcast", 50, 2, 800),
                        measured("zookeeper", 50, 2, 200),
                        // A run that only one of the two has.
                        measured("abcast", 50, 3, 1),
                        measured("zookeeper", 250, 1, 7));
        List<Contest> contests = Contest.all(Cell.of(outcomes));
        assertEquals(1, contests.size());
        Ratio ratio = contests.get(0).throughput();
        assertEquals(List.of(3.0, 4.0), ratio.values());
        assertEquals(3.5, ratio.interval().mean());
        assertEquals(3, ratio.min());
        assertEquals(4, ratio.max());
    }

    @Test
    void withoutPeersEverybodyIsComparedWithTheFirst() {
        List<Outcome> outcomes =
                List.of(
                        measured("zookeeper", 50, 1, 100),
                        measured("aeron", 50, 1, 200),
                        measured("ratis", 50, 1, 50));
        List<Contest> contests = Contest.all(Cell.of(outcomes));
        assertEquals(2, contests.size());
        assertEquals("aeron", contests.get(0).ours().system());
        assertEquals("zookeeper", contests.get(0).theirs().system());
        assertEquals(List.of(2.0), contests.get(0).throughput().values());
        assertEquals(List.of(0.5), contests.get(1).throughput().values());
    }

    @Test
    void whatASystemCannotDoIsARowWithItsReasonAndNoRatio() {
        Experiment cannot = experiment("zookeeper", 50);
        List<Cell> cells =
                Cell.of(
                        List.of(
                                measured("abcast", 50, 1, 100),
                                new Outcome(cannot, 1, List.of(), null, "no such API", null)));
        assertEquals("", cells.get(0).instead());
        assertEquals("cannot: no such API", cells.get(1).instead());
        assertEquals("", cells.get(1).outcomes().get(0).problem());
        assertTrue(Contest.all(cells).isEmpty());
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
    void whatProcessesTellEachOtherComesBackAsItWas() {
        Site site =
                new Site(
                        experiment("abcast", 50),
                        "a.Class",
                        Path.of("/d"),
                        null,
                        12_345,
                        Path.of("/c.xml"));
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
