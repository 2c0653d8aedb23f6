package io.abcast.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.log.Durability;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class FuzzRunTest {
    private static final FuzzSettings TOY =
            ToyNode.settings(ToyNode.subject(ToyNode.Defect.NONE)).with(Durability.FSYNC);

    @Test
    void correctProtocolPassesUnderAllFaults() {
        List<FuzzResult> failed = new ArrayList<>();
        int[] ordered = new int[1];
        new FuzzCampaign(TOY)
                .run(
                        1,
                        150,
                        result -> {
                            ordered[0] += result.cluster().history().ordered();
                            if (!result.passed()) failed.add(result);
                        });
        assertTrue(failed.isEmpty(), () -> failed.get(0).report());
        assertTrue(ordered[0] > 5_000, "entries ordered in all runs: " + ordered[0]);
    }

    @Test
    void sameSeedGivesTheSameTrace() {
        FuzzCampaign campaign = new FuzzCampaign(TOY);
        for (long seed = 1; seed <= 10; seed++) {
            List<String> first = new ArrayList<>();
            List<String> second = new ArrayList<>();
            FuzzResult a = campaign.run(seed, new Trace(first::add));
            FuzzResult b = campaign.run(seed, new Trace(second::add));
            assertEquals(first.hashCode(), second.hashCode(), "lines of seed " + seed);
            assertEquals(a.traceHash(), b.traceHash(), "seed " + seed);
            assertEquals(
                    a.traceHash(), campaign.run(seed).traceHash(), "without lines, seed " + seed);
        }
    }

    @Test
    void anotherSeedGivesAnotherTrace() {
        FuzzCampaign campaign = new FuzzCampaign(TOY);
        assertNotEquals(campaign.run(1).traceHash(), campaign.run(2).traceHash());
    }

    @Test
    void failureNamesTheRerunAndEverythingThatWasDrawn() {
        FuzzResult result =
                new FuzzCampaign(TOY.with(DiskModel.Lie.SYNCED_EARLY))
                        .firstViolating("CommittedLogDurability", 1, 50);
        assertFalse(result.passed());
        assertTrue(
                result.report()
                        .contains(
                                "./abcast sim replay --protocol TOY --nodes 3 --seed "
                                        + result.seed()),
                result::report);
        assertTrue(result.report().contains("NetworkModel["), result::report);
        assertTrue(result.report().contains("faults for"), result::report);
    }
}
