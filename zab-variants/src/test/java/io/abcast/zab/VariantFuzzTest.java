package io.abcast.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.log.Durability;
import io.abcast.sim.FuzzCampaign;
import io.abcast.sim.FuzzResult;
import io.abcast.sim.FuzzSettings;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Runs every protocol of the Zab family in simulations with random faults, which are drawn from seeds. If a run fails,
 * the test prints the command that runs the seed of this run again.
 */
@Tag("search")
@Execution(ExecutionMode.CONCURRENT)
class VariantFuzzTest {
    private final List<FuzzResult> failed = new ArrayList<>();

    @ParameterizedTest
    @CsvSource({
        "ZAB_AC, 3, 1, 150",
        "ZAB_AA_LITE, 3, 1, 200",
        "ZAB_AA_LITE, 5, 1, 70",
        "ZAB_CT_LITE, 3, 1, 200",
        "ZAB_CT_LITE, 5, 1, 70",
        "ZAB_AA, 3, 1, 100",
        "ZAB_AA, 5, 1, 70",
        "ZAB_CT, 3, 1, 100",
        "ZAB_CT, 5, 1, 70",
        "ZAB_AUTO, 3, 1, 150",
        "ZAB_AUTO, 5, 1, 75",
        "MIXED, 3, 1, 500",
        "MIXED, 5, 1, 80"
    })
    void keepsEveryInvariantUnderAllFaults(String protocol, int nodes, long first, long last) {
        VariantSubject subject = new VariantSubject(protocol);
        FuzzSettings settings = FuzzSettings.of(subject, nodes);
        long half = (first + last) / 2;
        run(subject, settings.with(Durability.FSYNC), first, half);
        run(subject, settings.with(Durability.MEMORY), half + 1, last);
        assertCovered(protocol, nodes, subject.seen);
    }

    private static void assertCovered(String protocol, int nodes, VariantCoverage seen) {
        boolean mixed = protocol.equals(VariantSubject.MIXED);
        boolean coin = protocol.startsWith("ZAB_CT") || (protocol.equals("ZAB_AUTO") && nodes > 3);
        boolean restricted =
                nodes == 3
                        && (protocol.endsWith("_LITE")
                                || protocol.equals("ZAB_AC")
                                || protocol.equals("ZAB_AUTO")
                                || mixed);
        boolean switches = coin || mixed || protocol.equals("ZAB_AA");
        boolean alone = protocol.equals("ZAB_AC") || (protocol.equals("ZAB_AUTO") && nodes == 3);
        if (switches) assertTrue(2 * seen.runsWithSwitch > seen.runs * 0.8, seen::toString);
        if (coin || mixed) {
            assertTrue(seen.tails > 1_000, seen::toString);
            assertTrue(seen.forcedTosses > 200, seen::toString);
            assertTrue(seen.stuckVotes > 0 || protocol.endsWith("LITE"), seen::toString);
        }
        if (restricted) {
            assertTrue(seen.restrictedWaits > 5, seen::toString);
            assertTrue(seen.blockedRuns > 0, seen::toString);
        }
        if (!alone) assertTrue(seen.deliveredByPeers > 100, seen::toString);
    }

    private void run(VariantSubject subject, FuzzSettings settings, long first, long last) {
        new FuzzCampaign(settings)
                .run(
                        first,
                        last,
                        result -> {
                            subject.seen.note(result);
                            subject.count();
                            if (!result.passed()) failed.add(result);
                        });
        assertEquals(
                "",
                failed.isEmpty()
                        ? ""
                        : failed.size() + " failed, the first:\n" + failed.get(0).report());
    }
}
