package io.abcast.uplinks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import io.abcast.lab.CannotException;
import io.abcast.lab.LabSeries;
import io.abcast.load.contest.PeerLibraries;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Runs each system of {@code compare-forest} on real network namespaces. If this machine cannot create network
 * namespaces, the test is skipped and reports the reason.
 */
@Tag("process")
@Timeout(value = 400, unit = TimeUnit.SECONDS)
@Isolated
final class CompareForestProcessTest {
    private static final Path CONFIG = Path.of("..", "..", "config");
    private static final Path BUILT_PEERS = Path.of("..", "..", "target", "launcher", "peers");

    @TempDir Path directory;

    @Test
    void everySystemFinishesWhatItsHostsSend() throws Exception {
        double[] rates = {20e6, 20e6, 20e6};
        HostCommands commands = new HostCommands(CONFIG, new PeerLibraries(BUILT_PEERS, Map.of()));
        List<UplinkSystem> systems =
                Arrays.stream(UplinkSystem.values())
                        .filter(system -> commands.missing(system) == null)
                        .toList();
        ForestContest contest =
                new ForestContest(
                        systems,
                        rates,
                        rates,
                        List.of(OfferedLoad.of("2,1,1", 3)),
                        List.of(0.1),
                        4096,
                        List.of(UplinkDisturbance.NONE),
                        1,
                        2,
                        6);
        List<UplinkOutcome> outcomes;
        PrintWriter err = new PrintWriter(new StringWriter());
        try (LabSeries labs =
                new LabSeries("compare-forest", directory, UplinkComparison.CONGESTION, err)) {
            labs.check();
            outcomes = new UplinkComparison(contest, labs, commands).run(outcome -> {});
        } catch (CannotException e) {
            outcomes = abort(e.getMessage());
        }
        assertEquals(systems.size(), outcomes.size());
        for (UplinkOutcome outcome : outcomes) {
            assertNull(outcome.failure(), outcome::toString);
            UplinkMeasurement m = outcome.measurement();
            assertTrue(m.committedBits() > 0, outcome::toString);
            assertEquals(0, m.failed(), outcome::toString);
            assertTrue(m.links().sent()[0] > 0 && m.cpuSeconds()[0] > 0, outcome::toString);
        }
    }
}
