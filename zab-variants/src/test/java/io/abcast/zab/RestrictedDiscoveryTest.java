package io.abcast.zab;

import static io.abcast.zab.Scenario.MILLI;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.log.Durability;
import io.abcast.sim.check.ObservedRequest;
import io.abcast.zab.LinkMessage.Propose;
import io.abcast.zab.variants.CoinSettings;
import io.abcast.zab.variants.Variants;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests figure 3.1 of EL-Sanosi 2018: "Assume N=3 and at time t1 L is the leader, F1 and F2 are followers, all are
 * operative replicas in epoch e. Figure 3.1 of EL-Sanosi 2018: "At t2, following the crash of L, F2 also crashes. " F1
 * has delivered m, which neither L nor F2 holds.
 */
class RestrictedDiscoveryTest {
    private static final String WAITING = "waiting for 2 of 3 members beside 3";

    /**
     * Brings the three members into the state of figure 3.1: only F1 has delivered m, and neither L nor F2 durably
     * holds m.
     */
    private static final class Figure {
        final Scenario s;
        final int leader;
        final int f1;
        final int f2;
        final ObservedRequest m;

        Figure(String protocol, ZabSubject.Taps taps) {
            Policies policies = Variants.policies(protocol, CoinSettings.fair(), false);
            VariantSubject subject = VariantSubject.broken(protocol, taps);
            ZabConfig config = Scenario.config(1 << 20, 1 << 20);
            s = new Scenario(3, Durability.FSYNC, config, subject, List.of(policies));
            leader = s.leader();
            f1 = s.followers()[0];
            f2 = s.followers()[1];
            for (int id : s.cluster.members().ids()) s.write(id, 3);
            s.await(
                    "the protocol's own mode",
                    () ->
                            s.told("switching to " + protocol) == 1
                                    || protocol.equals("ZAB_AC")
                                    || protocol.equals("ZAB_AA_LITE"));
            s.run(50 * MILLI);
            s.cluster.holdDisk(leader, true);
            // The followers have synced more entries than the leader, so F2 will be the better
            // candidate.
            s.write(f1, 8);
            s.run(50 * MILLI);
            s.lose((from, to, message) -> to == f2 && message instanceof Propose);
            m = s.submit(f1);
            s.await("m at F1", () -> m.state() == ObservedRequest.State.DELIVERED);
        }

        /** Brings the members to time t2 of figure 3.1 of EL-Sanosi 2018, when F2 has crashed after L. */
        Figure crashed() {
            s.cluster.crash(leader);
            s.cluster.crash(f2);
            s.cluster.crash(f1);
            s.cluster.filter((from, to, message) -> true);
            s.cluster.holdDisk(leader, false);
            return this;
        }
    }

    private static Figure sound(String protocol) {
        return new Figure(protocol, (id, all) -> new Tap()).crashed();
    }

    /**
     * EL-Sanosi 2018: "(1) L wakes up, even though a quorum {L, F2} is now correct, leader cannot be elected because L
     * cannot take part (due to A1.1) in the election".
     */
    @ParameterizedTest
    @ValueSource(strings = {"ZAB_AC", "ZAB_AA_LITE", "ZAB_CT_LITE"})
    void noLeaderIsElectedWithoutF1(String protocol) {
        Figure f = sound(protocol);
        f.s.cluster.start(f.leader);
        f.s.cluster.start(f.f2);
        f.s.run(3_000 * MILLI);

        assertEquals(0, f.s.leader(), "a leader");
        assertTrue(f.s.told(WAITING) > 0, () -> String.join("\n", f.s.story));

        f.s.cluster.start(f.f1);
        f.s.finish();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ZAB_AC", "ZAB_AA_LITE", "ZAB_CT_LITE"})
    void membersThatReachEachOtherElectALeaderWithoutL(String protocol) {
        Policies policies = Variants.policies(protocol, CoinSettings.fair(), false);
        VariantSubject subject = VariantSubject.broken(protocol, (id, all) -> new Tap());
        ZabConfig config = Scenario.config(1 << 20, 1 << 20);
        Scenario s = new Scenario(3, Durability.FSYNC, config, subject, List.of(policies));
        int leader = s.leader();
        int f1 = s.followers()[0];
        int f2 = s.followers()[1];
        for (int id : s.cluster.members().ids()) s.write(id, 3);
        s.run(50 * MILLI);
        for (int id : s.cluster.members().ids()) s.cluster.crash(id);
        s.cluster.start(leader);
        s.cluster.start(f2);
        s.run(300 * MILLI);
        assertEquals(0, s.leader(), "a leader");
        s.cluster.filter(
                (from, to, message) ->
                        !(from == leader && to == f1) && !(from == f1 && to == leader));
        s.cluster.start(f1);
        s.awaitLeaderOtherThan(leader);
        s.cluster.filter((from, to, message) -> true);
        s.finish();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ZAB_AC", "ZAB_AA_LITE", "ZAB_CT_LITE"})
    void anOldLeaderPromisesOnlyWithTheEntriesOnItsDisk(String protocol) {
        Figure f = new Figure(protocol, (id, all) -> new Tap());
        f.s.cluster.isolate(f.leader);
        f.s.cluster.crash(f.f1);
        f.s.run(3_000 * MILLI);
        f.s.cluster.filter((from, to, message) -> true);
        f.s.cluster.rejoin(f.leader);
        f.s.run(3_000 * MILLI);

        assertEquals(0, f.s.leader(), "a leader");
        f.s.cluster.holdDisk(f.leader, false);
        f.s.cluster.start(f.f1);
        f.s.finish();
    }

    /**
     * EL-Sanosi 2018: "(2) F2 recovers while L remains in a faulty state, in this case {F1, F2} form a quorum Q and F1
     * elects as the new leader".
     */
    @ParameterizedTest
    @ValueSource(strings = {"ZAB_AC", "ZAB_AA_LITE", "ZAB_CT_LITE"})
    void f1LeadsWhileTheOldLeaderIsDown(String protocol) {
        Figure f = sound(protocol);
        f.s.cluster.start(f.f1);
        f.s.cluster.start(f.f2);

        assertEquals(f.f1, f.s.awaitLeader());
        f.s.finish();
    }

    /** EL-Sanosi 2018: "scenarios (2) and (3) result in F1 becoming a leader because ... it has the latest states". */
    @ParameterizedTest
    @ValueSource(strings = {"ZAB_AC", "ZAB_AA_LITE", "ZAB_CT_LITE"})
    void f1LeadsWhenAllMembersAreBack(String protocol) {
        Figure f = sound(protocol);
        for (int id : f.s.cluster.members().ids()) f.s.cluster.start(id);

        assertEquals(f.f1, f.s.awaitLeader());
        f.s.finish();
    }

    /**
     * EL-Sanosi 2018: "If, however, A1.1 does not hold, a new Q might exclude the committed proposal that is
     * abdelivered by F1 at t2."
     */
    @ParameterizedTest
    @ValueSource(strings = {"ZAB_AC", "ZAB_AA_LITE", "ZAB_CT_LITE"})
    void withoutTheRuleTheDeliveredMessageIsLost(String protocol) {
        Figure f = new Figure(protocol, (id, all) -> new VariantMutants.ForgetsItsRule()).crashed();
        f.s.cluster.start(f.leader);
        f.s.cluster.start(f.f2);
        f.s.cluster.runUntil(() -> f.s.leader() != 0, 3_000 * MILLI);

        assertFalse(f.s.cluster.ok(), "an invariant is broken");
        assertTrue(
                f.s.cluster.history().violations().stream()
                        .anyMatch(v -> v.invariant().equals("LeaderCompleteness")),
                () -> f.s.cluster.history().violations().toString());
    }
}
