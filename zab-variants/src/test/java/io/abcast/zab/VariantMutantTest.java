package io.abcast.zab;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.abcast.kernel.Membership;
import io.abcast.log.Durability;
import io.abcast.sim.Fault;
import io.abcast.sim.FuzzCampaign;
import io.abcast.sim.FuzzResult;
import io.abcast.sim.FuzzSettings;
import java.util.EnumSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests that a named checker, which runs alone, finds each broken version of a variant. If only few seeds show the
 * defect, the test names the seed at which the search begins, so that the checker finds the defect after few runs.
 */
@Execution(ExecutionMode.CONCURRENT)
class VariantMutantTest {
    private static final int SEEDS_MAX = 1_000;

    @Tag("search")
    @ParameterizedTest
    @CsvSource({
        "ZAB_AC, 3, PrefixG3, 1",
        "ZAB_AC, 3, LeaderCompleteness, 1",
        "ZAB_AC, 3, AcknowledgedDurability, 1",
        "ZAB_AA_LITE, 3, LeaderCompleteness, 1",
        "ZAB_AA_LITE, 5, LeaderCompleteness, 30",
        "ZAB_CT_LITE, 3, LeaderCompleteness, 1",
        "ZAB_CT_LITE, 5, LeaderCompleteness, 430",
        "MIXED, 5, LeaderCompleteness, 240",
    })
    void discoveryWithoutTheRuleIsFoundBy(String protocol, int nodes, String checker, long from) {
        VariantSubject broken =
                VariantSubject.broken(protocol, (id, all) -> new VariantMutants.ForgetsItsRule());
        // Runs without changes of the ensemble: a change ends the epoch, and the restricted rule
        // does not apply to an epoch that a change has ended.
        assertFound(
                FuzzSettings.of(broken, nodes)
                        .with(EnumSet.complementOf(EnumSet.of(Fault.MEMBERSHIP))),
                checker,
                from);
    }

    @ParameterizedTest
    @CsvSource({
        "ZAB_AA_LITE, 5, CommittedLogDurability",
        "ZAB_AA, 5, CommittedLogDurability",
        "ZAB_CT_LITE, 5, CommittedLogDurability",
        "ZAB_CT, 5, CommittedLogDurability"
    })
    void evidenceOfOneFollowerLessIsFoundBy(String protocol, int nodes, String checker) {
        assertFound(
                protocol, nodes, (id, all) -> new VariantMutants.CountsAcksTwice(all, id), checker);
    }

    @ParameterizedTest
    @CsvSource({
        "ZAB_AA_LITE, 3, CommittedLogDurability",
        "ZAB_AA_LITE, 5, CommittedLogDurability",
        "ZAB_AA, 3, CommittedLogDurability",
        "ZAB_CT_LITE, 3, CommittedLogDurability",
        "ZAB_CT, 3, CommittedLogDurability"
    })
    void ackToPeersBeforeDurabilityIsFoundBy(String protocol, int nodes, String checker) {
        assertFound(protocol, nodes, (id, all) -> new VariantMutants.AcksBeforeSync(), checker);
    }

    @ParameterizedTest
    @CsvSource({"ZAB_CT_LITE, 5, LeaderCompleteness"})
    void theLeadersLogCountedAsAFollowersIsFoundBy(String protocol, int nodes, String checker) {
        assertFound(
                protocol,
                nodes,
                (id, all) -> new VariantMutants.CountsTheLeader(all, id),
                checker,
                20);
    }

    @ParameterizedTest
    @CsvSource({
        "ZAB_AC, 3, LinearizableReads",
        "ZAB_AA_LITE, 5, LinearizableReads",
        "ZAB_AA, 5, LinearizableReads"
    })
    void readsAtTheCommitIndexAreFoundBy(String protocol, int nodes, String checker) {
        assertFound(
                protocol, nodes, (id, all) -> new VariantMutants.ReadsAtTheCommitPoint(), checker);
    }

    @ParameterizedTest
    @CsvSource("ZAB_AA_LITE, 5, CommittedLogDurability, 1")
    void acksOfForgottenEpochsAreFoundBy(String protocol, int nodes, String checker, long from) {
        FuzzSettings settings =
                FuzzSettings.of(
                                VariantSubject.broken(
                                        protocol,
                                        (id, all) -> new VariantMutants.CountsOldAcks(all, id)),
                                nodes)
                        .with(Durability.MEMORY)
                        .with(
                                EnumSet.of(
                                        Fault.CRASH,
                                        Fault.RESTART,
                                        Fault.FORGET,
                                        Fault.DUP,
                                        Fault.LOSS));
        assertFound(settings, checker, from, 4 * SEEDS_MAX);
    }

    @ParameterizedTest
    @CsvSource({"ZAB_AC, 3, CommittedLogDurability", "MIXED, 3, CommittedLogDurability"})
    void halfOfAnEvenEnsembleIsFoundBy(String protocol, int nodes, String checker) {
        Rules halves =
                new Rules() {
                    @Override
                    int quorum(Membership members) {
                        return (members.voters() + 1) / 2;
                    }
                };
        assertFound(FuzzSettings.of(VariantSubject.ruledBy(protocol, halves), nodes), checker, 1);
    }

    @Tag("search")
    @ParameterizedTest
    @CsvSource({"ZAB_CT, 3, Progress, 1500", "ZAB_CT_LITE, 5, Progress, 55"})
    void aSwitchThatLosesTheTailIsFoundBy(String protocol, int nodes, String checker, long from) {
        assertFound(protocol, nodes, (id, all) -> new VariantMutants.LosesTheTail(), checker, from);
    }

    private static void assertFound(
            String protocol, int nodes, ZabSubject.Taps taps, String checker) {
        assertFound(protocol, nodes, taps, checker, 1);
    }

    private static void assertFound(
            String protocol, int nodes, ZabSubject.Taps taps, String checker, long from) {
        assertFound(
                FuzzSettings.of(VariantSubject.broken(protocol, taps), nodes)
                        .with(Durability.FSYNC)
                        .with(EnumSet.complementOf(EnumSet.of(Fault.MEMBERSHIP))),
                checker,
                from);
    }

    private static void assertFound(FuzzSettings settings, String checker, long from) {
        assertFound(settings, checker, from, SEEDS_MAX);
    }

    private static void assertFound(FuzzSettings settings, String checker, long from, int seeds) {
        FuzzResult found = new FuzzCampaign(settings).firstViolating(checker, from, seeds);
        assertNotNull(found, () -> checker + " found nothing in " + seeds + " seeds from " + from);
    }
}
