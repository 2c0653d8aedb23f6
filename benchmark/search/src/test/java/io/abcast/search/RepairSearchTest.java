package io.abcast.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.log.Durability;
import io.abcast.sim.CommonGoal;
import io.abcast.sim.Fault;
import io.abcast.sim.FuzzCampaign;
import io.abcast.sim.FuzzResult;
import io.abcast.sim.FuzzSettings;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Simulates the loss of a majority's storages, and the operator's repair of the ensemble as docs/configuration.md
 * describes.
 */
@Execution(ExecutionMode.CONCURRENT)
class RepairSearchTest {
    private static FuzzSettings settings(
            String protocol, int nodes, Durability durability, Set<Fault> faults) {
        return FuzzSettings.of(new OrderingFamily(protocol), nodes).with(durability).with(faults);
    }

    @Tag("search")
    @ParameterizedTest
    @CsvSource({"PAXOS, 3, FSYNC, 1, 100", "PAXOS, 5, FSYNC, 1, 80", "PAXOS, 3, MEMORY, 1, 80"})
    void repairedEnsembleKeepsEntriesOfSurvivorsAndMakesProgress(
            String protocol, int nodes, Durability durability, long first, long last) {
        List<FuzzResult> failed = new ArrayList<>();
        FuzzCampaign campaign =
                new FuzzCampaign(settings(protocol, nodes, durability, Fault.all()));
        campaign.run(
                first,
                last,
                result -> {
                    if (!result.passed()) failed.add(result);
                });
        assertEquals("", failed.isEmpty() ? "" : failed.get(0).report());
        long losses = campaign.coverage().faults(Fault.REPAIR);
        assertTrue(losses > (last - first) / 8, "majorities lost: " + losses);
        assertEquals(losses, campaign.coverage().sight(CommonGoal.REPAIRS_DONE));
        assertTrue(campaign.coverage().sight(CommonGoal.ALL_STORAGES_LOST) > 0);
        assertTrue(campaign.coverage().sight(CommonGoal.ENTRIES_LOST_WITH_STORAGES) > 0);
    }

    @ParameterizedTest
    @CsvSource({"1483, false", "3831, true"})
    void ensembleWhoseSurvivorsLackVotesIsFoundedAgain(long seed, boolean remnants) {
        Set<Fault> faults = EnumSet.copyOf(Fault.all());
        if (remnants) faults.add(Fault.REMNANT);
        FuzzResult result = new FuzzCampaign(settings("PAXOS", 5, null, faults)).run(seed);
        assertEquals("", result.report());
    }

    @Test
    void memberThatReadsItsLogIsNotAVoter() {
        FuzzResult result = new FuzzCampaign(settings("PAXOS", 3, null, Fault.all())).run(303_216);
        assertEquals("", result.report());
    }

    @ParameterizedTest
    @CsvSource({"FAST_PAXOS, 5, 95009111", "PAXOS, 3, 96003400"})
    void repairsOfNarrowCasesSucceed(String protocol, int nodes, long seed) {
        Set<Fault> faults = EnumSet.of(Fault.CRASH, Fault.RESTART, Fault.PARTITION, Fault.REPAIR);
        FuzzResult result = new FuzzCampaign(settings(protocol, nodes, null, faults)).run(seed);
        assertEquals("", result.report());
    }

    @Test
    void requestsOfTwoIncarnationsDoNotDelayReports() {
        FuzzResult result = new FuzzCampaign(settings("FBP", 6, null, Fault.all())).run(97_001_841);
        assertEquals("", result.report());
    }

    @ParameterizedTest
    @ValueSource(longs = {307_793, 326_519})
    void contradictorySurvivorsKeepNeitherVote(long seed) {
        FuzzResult result =
                new FuzzCampaign(settings("FAST_PAXOS", 5, null, Fault.all())).run(seed);
        assertEquals("", result.report());
    }

    @ParameterizedTest
    @ValueSource(longs = {109, 496, 632, 757, 771, 861, 935, 14_010_217, 249_688_376_715L})
    void knowledgeOfASingleSurvivorIsKept(long seed) {
        FuzzResult result = new FuzzCampaign(settings("FBP", 7, null, Fault.all())).run(seed);
        assertEquals("", result.report());
    }

    /**
     * A repair draws its random choices from a separate generator, so the fault REPAIR does not change runs without a
     * loss of storages.
     */
    @Test
    void runWithoutALossEqualsTheRunWithoutTheFault() {
        Set<Fault> others = EnumSet.copyOf(Fault.all());
        others.remove(Fault.REPAIR);
        FuzzCampaign with = new FuzzCampaign(settings("PAXOS", 3, Durability.FSYNC, Fault.all()));
        FuzzCampaign without = new FuzzCampaign(settings("PAXOS", 3, Durability.FSYNC, others));
        int same = 0;
        for (long seed = 1; seed <= 20; seed++) {
            FuzzResult result = with.run(seed);
            FuzzResult other = without.run(seed);
            if (result.parameters().contains("repair: ")) continue;
            if (result.traceHash() == other.traceHash()) same++;
        }
        assertTrue(same >= 10, "equal runs: " + same);
    }
}
