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
 * describes. The command {@code sim fuzz} runs more seeds of this kind.
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

    /**
     * In the runs of this test, the survivor has not recovered from an earlier loss, or is lost during the repair.
     * Because every survivor has forgotten votes, the operator founds the ensemble again with {@code bootstrap}.
     */
    @ParameterizedTest
    @CsvSource({"1483, false", "3831, true"})
    void ensembleWhoseSurvivorsLackVotesIsFoundedAgain(long seed, boolean remnants) {
        Set<Fault> faults = EnumSet.copyOf(Fault.all());
        if (remnants) faults.add(Fault.REMNANT);
        FuzzResult result = new FuzzCampaign(settings("PAXOS", 5, null, faults)).run(seed);
        assertEquals("", result.report());
    }

    /**
     * In this run, the operator cuts the logs of two members one after the other. After both cuts, a majority has lost
     * its votes, and the ensemble must not order requests. An earlier release ordered requests, because the first
     * member did not report its loss while it read its log.
     */
    @Test
    void memberThatReadsItsLogIsNotAVoter() {
        FuzzResult result = new FuzzCampaign(settings("PAXOS", 3, null, Fault.all())).run(303_216);
        assertEquals("", result.report());
    }

    /**
     * Repeats two rare runs with a loss of storages. In the first run of this test, a survivor has voted for an
     * undecided value that shares a request with the decided value. In the second run of this test, the repair takes
     * longer than the faults, and the leader resigns after the repair.
     */
    @ParameterizedTest
    @CsvSource({"FAST_PAXOS, 5, 95009111", "PAXOS, 3, 96003400"})
    void repairsOfNarrowCasesSucceed(String protocol, int nodes, long seed) {
        Set<Fault> faults = EnumSet.of(Fault.CRASH, Fault.RESTART, Fault.PARTITION, Fault.REPAIR);
        FuzzResult result = new FuzzCampaign(settings(protocol, nodes, null, faults)).run(seed);
        assertEquals("", result.report());
    }

    /**
     * A lost member of {@code FBP} with outstanding requests joins the survivors over a slow network. If leaders
     * proposed the requests of both incarnations of the member repeatedly, the reports of n-f members would arrive
     * after the regency's end.
     */
    @Test
    void requestsOfTwoIncarnationsDoNotDelayReports() {
        FuzzResult result = new FuzzCampaign(settings("FBP", 6, null, Fault.all())).run(97_001_841);
        assertEquals("", result.report());
    }

    /** In the runs of this test, two survivors have voted for different values in a fast round. */
    @ParameterizedTest
    @ValueSource(longs = {307_793, 326_519})
    void contradictorySurvivorsKeepNeitherVote(long seed) {
        FuzzResult result =
                new FuzzCampaign(settings("FAST_PAXOS", 5, null, Fault.all())).run(seed);
        assertEquals("", result.report());
    }

    /**
     * In the runs of {@code FBP} in this test, only one survivor knows a decision from its own vote, or has the entries
     * before a proven checkpoint. In some runs of this test, the operator starts more members with {@code bootstrap}
     * than a majority lacks. In the last run of this test, only lost members had the entries up to a proven checkpoint.
     */
    @ParameterizedTest
    @ValueSource(longs = {109, 496, 632, 757, 771, 861, 935, 14_010_217, 249_688_376_715L})
    void knowledgeOfASingleSurvivorIsKept(long seed) {
        FuzzResult result = new FuzzCampaign(settings("FBP", 7, null, Fault.all())).run(seed);
        assertEquals("", result.report());
    }

    /**
     * The random choices of a repair come from a separate generator. Therefore, enabling the fault REPAIR does not
     * change runs without a loss of storages.
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
