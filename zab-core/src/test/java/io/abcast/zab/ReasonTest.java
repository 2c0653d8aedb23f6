package io.abcast.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Membership;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import io.abcast.zab.LinkMessage.NewEpoch;
import io.abcast.zab.ZabMessage.Vote;
import org.junit.jupiter.api.Test;

/** Tests that a member which does not serve reports the reason in {@link ZabStatus#reason}. */
class ReasonTest {
    private final RecordingEffects effects = new RecordingEffects();
    private final ZabNode node =
            new ZabNode(1, Membership.of(1, 2, 3), ZabConfig.defaults(), 7, effects);

    private void start(Recovered recovered) {
        node.onBatchStart(0);
        node.onStart(recovered);
    }

    private static Recovered withHistory() {
        long zxid = Zxid.of(1, 1);
        return new Recovered(
                new EpochState(1, 1, 3, DeliveryRule.ON_COMMIT, true, 0).encode(),
                SnapshotId.EMPTY,
                Zxid.NONE,
                zxid,
                new long[] {zxid},
                null,
                0,
                false);
    }

    private static Vote empty(int candidate) {
        return new Vote(
                Role.LOOKING,
                false,
                true,
                true,
                0,
                0,
                Zxid.NONE,
                candidate,
                Zxid.NONE,
                Vote.HEARD_ALL);
    }

    private static Vote voter(Role role, int candidate) {
        return new Vote(
                role, true, true, false, 1, 1, Zxid.of(1, 1), candidate, Zxid.NONE, Vote.HEARD_ALL);
    }

    private String reason() {
        return node.status().reason();
    }

    @Test
    void aFirstStartNamesTheMissingMembers() {
        start(Recovered.fresh());
        node.onMessage(3, empty(3));
        assertEquals(
                "no history yet: waiting for a leader, or at the first start for all members (missing: 2)",
                reason());
        node.onTimer(Timers.VOTE);
        assertTrue(effects.reports.contains(reason()), "the log line is the same");
    }

    @Test
    void aFirstStartWithAllMembersFormsTheEnsemble() {
        start(Recovered.fresh());
        node.onMessage(2, empty(3));
        node.onMessage(3, empty(1));
        assertEquals("forming for the first time", reason());
    }

    @Test
    void aVoterAloneReportsTheNumberOfReachableMembers() {
        start(withHistory());
        assertEquals(
                "no quorum reachable: heard 1 of 3 members that may vote, a quorum is 2", reason());
    }

    @Test
    void aVoterWithAQuorumElects() {
        start(withHistory());
        node.onMessage(2, voter(Role.LOOKING, 3));
        assertEquals("electing a leader", reason());
    }

    @Test
    void aLeaderThatOnlyOthersCanReachIsNamed() {
        start(withHistory());
        node.onMessage(2, voter(Role.FOLLOWING, 3));
        assertEquals("leader 3 does not answer", reason());
    }

    @Test
    void aMajorityThatForgotIsNamed() {
        start(withHistory());
        node.onMessage(2, empty(2));
        node.onMessage(3, empty(3));
        assertEquals(
                "a majority has forgotten its history (members 2, 3): no quorum can tell what was committed",
                reason());
    }

    @Test
    void aMemberThatForgotWaitsForTheLeaderOfTheVoters() {
        start(Recovered.fresh());
        node.onMessage(2, voter(Role.LOOKING, 2));
        assertEquals("no synchronised history yet: waiting for an established leader", reason());
    }

    @Test
    void aFollowerReportsItsSynchronisation() {
        start(withHistory());
        node.onMessage(3, voter(Role.LEADING, 3));
        assertEquals("synchronising with leader 3", reason());
    }

    @Test
    void aLeaderWaitsForItsQuorumAndAnActiveMemberHasNoReason() {
        Stage stage = new Stage(3, ZabConfig.defaults());
        stage.hold(Stage.linkMessages(NewEpoch.class));
        for (Stage.Actor actor : stage.actors)
            actor.event(() -> actor.node.onStart(Recovered.fresh()));
        stage.settle();
        assertEquals(
                "waiting for a quorum to follow this leader and to be synchronised",
                stage.leader().node.status().reason());
        stage.hold(m -> false);
        stage.settle();
        for (Stage.Actor actor : stage.actors) {
            assertTrue(actor.node.status().active());
            assertEquals("", actor.node.status().reason());
        }
    }
}
