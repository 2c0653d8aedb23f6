package io.abcast.benchmark.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.command.process.ProcessRegistry;
import io.abcast.load.Experiment;
import io.abcast.load.LoadSpec;
import io.abcast.load.RateSchedule;
import io.abcast.load.ReadKind;
import io.abcast.load.Second;
import io.abcast.load.contest.ComparisonPlan;
import io.abcast.load.contest.Isolation;
import io.abcast.load.contest.Outcome;
import io.abcast.load.contest.PeerLibraries;
import io.abcast.testkit.BriefJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests, with real processes of abcast, the requirements on every system that {@code compare} measures. */
@Tag("process")
final class ContestantProcessTest implements ComparisonPlan.Listener {
    private final List<String> phases = new ArrayList<>();

    @TempDir Path directory;

    @Test
    @Timeout(600)
    void loadsOverNetworkAndEmbeddedChecksStatesAndDeletesAllData() throws Exception {
        List<Outcome> outcomes =
                run(
                        1,
                        experiment("abcast", "ZAB", "network", 4),
                        experiment("abcast", "ZAB", "network", 2),
                        experiment("abcast", "ZAB", "embedded", 4),
                        experiment("zookeeper", "", "network", 4));
        for (Outcome outcome : outcomes.subList(0, 3)) {
            assertEquals("", outcome.problem());
            assertNotNull(outcome.measurement());
            assertEquals(0, outcome.measurement().load().errorsTotal());
            assertTrue(outcome.measurement().throughput() > 0);
            assertTrue(outcome.measurement().cpuNanos() > 0);
        }
        Outcome withoutLibraries = outcomes.get(3);
        assertTrue(withoutLibraries.cannot().contains("libraries"), withoutLibraries::cannot);
        assertEquals(2, phases.size());
        try (Stream<Path> left = Files.walk(directory)) {
            assertEquals(
                    List.of(),
                    left.filter(Files::isRegularFile)
                            .filter(file -> !file.toString().endsWith(".log"))
                            .toList());
        }
        assertEquals(0, ProcessHandle.current().children().filter(ProcessHandle::isAlive).count());
    }

    @Test
    @Timeout(600)
    void anOpenLoopRunsAtAShareOfTheClosedLoopsRate() throws Exception {
        for (String attach : List.of("network", "embedded")) {
            Experiment closed = experiment("abcast", "ZAB", attach, 8);
            Experiment half =
                    closed.loadedWith(closed.load().at(RateSchedule.shareOfClosedLoop(0.5)));
            Outcome outcome = run(1, 30, half).get(0);
            assertEquals("", outcome.problem());
            assertTrue(outcome.measurement().load().writes() > 0);
            assertEquals(0, outcome.measurement().load().errorsTotal());
        }
    }

    @Test
    @Timeout(600)
    void serversKeepRunningBetweenRuns() throws Exception {
        List<Outcome> outcomes =
                run(
                        2,
                        experiment("abcast", "ZAB", "network", 4),
                        experiment("abcast", "ZAB", "embedded", 2));
        assertEquals(4, outcomes.size());
        for (Outcome outcome : outcomes) {
            assertEquals("", outcome.problem());
            assertTrue(outcome.measurement().load().writes() > 0);
            assertEquals(0, outcome.measurement().load().errorsTotal());
        }
        assertEquals(2, phases.size());
        assertEquals(0, ProcessHandle.current().children().filter(ProcessHandle::isAlive).count());
    }

    private List<Outcome> run(int runs, Experiment... experiments)
            throws IOException, InterruptedException {
        return run(runs, 1, experiments);
    }

    private List<Outcome> run(int runs, double warmupMax, Experiment... experiments)
            throws IOException, InterruptedException {
        ComparisonPlan comparison =
                new ComparisonPlan(
                        List.of(experiments),
                        runs,
                        1,
                        warmupMax,
                        1,
                        Map.of(
                                "ZAB",
                                Path.of("..", "..", "config", "zab-tcp.xml").toAbsolutePath()),
                        // With the flag {@code -Xlog:gc}, the JVMs of the servers print lines of
                        // their own on standard output, which must not disturb the run.
                        BriefJvm.flags("-Xmx128m", "-Dabcast.probe=false", "-ea", "-Xlog:gc"),
                        1,
                        new PeerLibraries(directory.resolve("no-libraries"), Map.of()),
                        true);
        return comparison.run(directory, null, Isolation.NONE, new ProcessRegistry(), this);
    }

    private static Experiment experiment(
            String system, String protocol, String attach, int clients) {
        LoadSpec load =
                new LoadSpec(clients, RateSchedule.NONE, 100, 64, 0, 0, 50, 1, ReadKind.LOCAL);
        return new Experiment(system, protocol, 1, "memory", true, attach, 4, load);
    }

    @Override
    public void phase(ComparisonPlan.Turn turn, String what) {
        phases.add(what);
    }

    @Override
    public void second(ComparisonPlan.Turn turn, boolean warmup, Second second) {}

    @Override
    public void finished(ComparisonPlan.Turn turn, List<Outcome> outcomes) {}
}
