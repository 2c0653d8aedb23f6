package io.abcast.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Membership;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import io.abcast.zab.ZabMessage.Vote;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests a member whose log an operator has cut. Such a member may lack entries that it acknowledged, so the member
 * keeps its promises but is no longer a voter.
 */
class RepairedMemberTest {
    private final RecordingEffects effects = new RecordingEffects();

    private ZabNode start(ZabConfig config, boolean repaired) {
        ZabNode node = new ZabNode(1, Membership.of(1, 2, 3), config, 7, effects);
        long zxid = Zxid.of(2, 5);
        node.onBatchStart(0);
        node.onStart(
                new Recovered(
                        new EpochState(3, 2, 3, DeliveryRule.ON_COMMIT, true, 0).encode(),
                        SnapshotId.EMPTY,
                        Zxid.NONE,
                        zxid,
                        new long[] {zxid},
                        null,
                        0,
                        repaired));
        return node;
    }

    private List<Vote> votes() {
        return effects.sent.stream().filter(Vote.class::isInstance).map(Vote.class::cast).toList();
    }

    @Test
    void losesItsVoteAndKeepsItsPromise() {
        ZabStatus status = start(ZabConfig.defaults(), true).status();
        assertFalse(status.voter());
        assertEquals(3, status.acceptedEpoch());
        assertEquals(2, status.currentEpoch());
        for (Vote vote : votes()) assertFalse(vote.voter(), vote::toString);
    }

    @Test
    void doesNotElectALeaderWithOneOtherMember() {
        ZabNode node = start(ZabConfig.defaults(), true);
        effects.lines.clear();
        node.onMessage(
                2,
                new Vote(
                        Role.LOOKING,
                        true,
                        true,
                        false,
                        2,
                        2,
                        Zxid.of(2, 4),
                        1,
                        Zxid.NONE,
                        Vote.HEARD_ALL));
        node.onTimer(Timers.VOTE);
        assertEquals(Role.LOOKING, node.status().role());
        assertEquals(
                "no synchronised history yet: waiting for an established leader",
                node.status().reason());
    }

    @Test
    void anUnrepairedMemberVotes() {
        ZabNode node = start(ZabConfig.defaults(), false);
        assertTrue(node.status().voter());
    }
}
