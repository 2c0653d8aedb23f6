package io.abcast.papers.camu.thesis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import io.abcast.papers.camu.thesis.HybridTrial.Outcome;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests each hole (error or gap) of Vandevoorde 2018 that random runs can show: with the hole open some run fails, and
 * with all holes closed no run fails.
 */
@Execution(ExecutionMode.CONCURRENT)
final class HolesTest {
    private static final int SEEDS = 400;

    private static void nothingFails(LongFunction<Outcome> run) {
        for (long seed = 1; seed <= SEEDS; seed++)
            assertEquals(Outcome.OK, run.apply(seed), "seed " + seed);
    }

    private static void somethingFails(Outcome expected, LongFunction<Outcome> run) {
        for (long seed = 1; seed <= SEEDS; seed++) if (run.apply(seed) == expected) return;
        fail("expected " + expected + " with one of " + SEEDS + " seeds");
    }

    @Test
    void closedHolesKeepOneOrder() {
        nothingFails(HybridTrial::run);
    }

    @Test
    void closedHolesKeepOneOrderWhileLinksSwitch() {
        nothingFails(HybridTrial::runSwitching);
    }

    @ParameterizedTest
    @CsvSource({
        "CLOCK_RULE, STUCK",
        "OWN_LMEC, CYCLE",
        "TIES, CYCLE",
        "AT_THE_MEC, CYCLE",
        "PENDING_VOTES, CYCLE"
    })
    void openHoleFailsWithStaticLinks(Hole hole, Outcome expected) {
        somethingFails(expected, seed -> HybridTrial.run(seed, hole));
    }

    @ParameterizedTest
    @CsvSource({"OWN_TIMESTAMP, CYCLE", "THIRD_PARTITIONS, STUCK", "LATE_PARTITION, STUCK"})
    void openHoleFailsWhileLinksSwitch(Hole hole, Outcome expected) {
        somethingFails(expected, seed -> HybridTrial.runSwitching(seed, hole));
    }

    @Test
    void closedHolesKeepOneOrderInGenuineMulticastAlone() {
        nothingFails(HybridTrial::runGenuine);
    }

    @ParameterizedTest
    @CsvSource({"TIES, CYCLE", "FINAL_CLOCK, CYCLE"})
    void openHoleFailsInGenuineMulticastAlone(Hole hole, Outcome expected) {
        somethingFails(expected, seed -> HybridTrial.runGenuine(seed, hole));
    }

    @Test
    void sameSeedHasTheSameDeliveries() {
        for (long seed = 1; seed <= 20; seed++)
            assertEquals(HybridTrial.deliveries(seed), HybridTrial.deliveries(seed));
    }
}
