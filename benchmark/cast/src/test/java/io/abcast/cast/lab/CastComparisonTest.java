package io.abcast.cast.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import io.abcast.lab.CannotException;
import io.abcast.lab.Lab;
import io.abcast.lab.LabSeries;
import io.abcast.lab.Tools;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Compares casts on real network namespaces. If this machine cannot create network namespaces, the test is skipped and
 * reports the reason.
 */
@Tag("process")
@Timeout(value = 300, unit = TimeUnit.SECONDS)
@Isolated
final class CastComparisonTest {
    private static final long BYTES = 2 << 20;

    @TempDir Path directory;

    private static CastPlan plan(LabDisturbance disturbance, double limitSeconds) {
        return new CastPlan(
                List.of(CastSystem.CHAIN),
                List.of(disturbance),
                3,
                BYTES,
                100_000_000,
                "",
                1,
                limitSeconds,
                1);
    }

    private CastOutcome run(CastPlan plan) throws IOException, InterruptedException {
        PrintWriter err = new PrintWriter(new StringWriter());
        try (LabSeries labs = new LabSeries("compare-cast", directory, "", err);
                CastComparison comparison = new CastComparison(plan, labs)) {
            labs.check();
            return comparison.run(new Silent()).get(0);
        } catch (CannotException e) {
            return abort(e.getMessage());
        }
    }

    @Test
    void aChainBringsTheFileToALateHostAndRemovesEverything() throws Exception {
        CastPlan plan = plan(LabDisturbance.LATE, 120);
        CastOutcome outcome = run(plan);
        assertNull(outcome.failure());
        CastMeasurement m = outcome.measurement();
        assertNotNull(m, outcome::cannot);
        assertEquals(2, m.verifiedSeconds().size());
        assertTrue(m.seconds() >= plan.idealSeconds(LabDisturbance.NONE), m::toString);
        assertTrue(m.receivedOverMinimum(BYTES) > 1, m::toString);
        assertTrue(m.receivedOverMinimum(BYTES) < 1.2, m::toString);
        assertTrue(m.cpuSeconds() > 0, m::toString);
        assertTrue(
                Tools.run(List.of("ip", "netns", "list"))
                        .lines()
                        .noneMatch(line -> line.startsWith(Lab.prefix())));
    }

    @Test
    void aRunThatTakesTooLongFailsAndNamesHostsWithoutTheFile() throws Exception {
        CastOutcome outcome = run(plan(LabDisturbance.NONE, 0.001));
        assertNull(outcome.measurement());
        assertTrue(outcome.failure().endsWith("hosts without it: [1, 2]"), outcome::failure);
    }

    private static final class Silent implements CastComparison.Listener {
        @Override
        public void phase(CastPlan.Turn turn, String what) {}

        @Override
        public void second(
                CastPlan.Turn turn, CastMeasurement.Point point, int complete, int receivers) {}

        @Override
        public void finished(CastOutcome outcome) {}
    }
}
