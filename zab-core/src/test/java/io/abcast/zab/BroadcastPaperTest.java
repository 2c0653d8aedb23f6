package io.abcast.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Recovered;
import io.abcast.zab.LinkMessage.Ack;
import io.abcast.zab.LinkMessage.AckEpoch;
import io.abcast.zab.LinkMessage.AckNewLeader;
import io.abcast.zab.LinkMessage.Commit;
import io.abcast.zab.LinkMessage.NewEpoch;
import io.abcast.zab.LinkMessage.Propose;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the steps of Zab in EL-Sanosi 2018, section 2.2.1, with one test per sentence. */
class BroadcastPaperTest {
    private static final ZabConfig CONFIG = ZabConfig.defaults();

    static ZabConfig unbatched() {
        ZabConfig c = CONFIG;
        return new ZabConfig(
                false,
                c.bootstrap(),
                c.joining(),
                c.payloadBytesMax(),
                c.pendingMax(),
                c.pendingBytesMax(),
                c.outstandingBytesMax(),
                c.windowBytesMax(),
                c.proposalBytesMax(),
                c.cacheBytesMax(),
                c.snapshotEveryBytes(),
                c.snapshotChunkBytes(),
                c.voteIntervalNanos(),
                c.finalizeWaitNanos(),
                c.heartbeatNanos(),
                c.electionTimeoutNanos(),
                c.phaseNanos(),
                c.commitWaitNanos());
    }

    /**
     * EL-Sanosi 2018: "F1: A follower, on receiving proposal(m), logs m and then sends an acknowledgement, ack(m), to
     * the leader".
     */
    @Test
    void aFollowerAcknowledgesWhatItHasLogged() {
        Stage stage = Stage.formed(3, CONFIG);
        stage.actor(1).diskStopped = true;
        stage.actor(2).diskStopped = true;
        stage.leader().submit(1, "m");
        stage.settle();
        assertEquals(2, stage.take(Propose.class).size(), "L1: proposed to all others");
        assertEquals(List.of(), stage.take(Ack.class), "nothing is durable at a follower");
        stage.actor(1).diskStopped = false;
        stage.settle();
        assertEquals(1, stage.take(Ack.class).size());
    }

    /**
     * EL-Sanosi 2018: "L2: Leader sends ack(m) to itself after logging m. On receiving ack(m) from a quorum of servers,
     * it broadcasts commit(m)".
     */
    @Test
    void theLeaderCountsItselfOnlyOnceItHasLogged() {
        Stage stage = Stage.formed(3, CONFIG);
        stage.leader().diskStopped = true;
        stage.actor(2).diskStopped = true;
        stage.leader().submit(1, "m");
        stage.settle();
        assertEquals(
                1,
                stage.take(Ack.class).size(),
                "the leader proposed before its own disk was done");
        assertEquals(List.of(), stage.leader().delivered, "one follower is no quorum of three");
        stage.leader().diskStopped = false;
        stage.settle();
        assertEquals(List.of("1:1"), stage.leader().delivered);
        assertEquals(2, stage.take(Commit.class).size());
    }

    @Test
    void followersAloneMayBeTheQuorum() {
        Stage stage = Stage.formed(3, CONFIG);
        stage.leader().diskStopped = true;
        stage.actor(1).submit(9, "m");
        stage.settle();
        assertEquals(List.of("done 9"), stage.actor(1).answers);
    }

    /**
     * EL-Sanosi 2018: "F2: A follower, on receiving commit(m), executes abdeliver(m)"; "L3: Leader, on receiving
     * commit(m) (from itself)".
     */
    @Test
    void aFollowerDeliversOnCommitOnly() {
        Stage stage = Stage.formed(3, CONFIG);
        stage.hold(Stage.linkMessages(Commit.class));
        stage.leader().submit(1, "m");
        stage.settle();
        assertEquals(List.of("1:1"), stage.leader().delivered);
        assertEquals(List.of(), stage.actor(1).delivered);
        stage.hold(m -> false);
        stage.settle();
        assertEquals(List.of("1:1"), stage.actor(1).delivered);
    }

    /**
     * EL-Sanosi 2018: "processes receive commit(m) in increasing order of m.c and hence observe an identical abdelivery
     * order".
     */
    @Test
    void allDeliverInTheOrderOfZxids() {
        Stage stage = Stage.formed(5, CONFIG);
        for (int i = 0; i < 20; i++) {
            stage.actor(1 + i % 5).submit(100 + i / 5, "m" + i);
            if (i % 3 == 0) stage.settle();
        }
        stage.settle();
        for (Stage.Actor actor : stage.actors) {
            assertEquals(20, actor.delivered.size());
            assertEquals(stage.leader().delivered, actor.delivered);
            assertEquals(List.of("done 100", "done 101", "done 102", "done 103"), actor.answers);
        }
    }

    /** EL-Sanosi 2018, section 5.1.2: "in an N cluster size, Zab has 3(N-1)" unicasts per abcast. */
    @Test
    void withoutBatchingAnAbcastCostsThreeMessagesPerFollower() {
        for (int n = 3; n <= 9; n += 2) {
            Stage stage = Stage.formed(n, unbatched());
            int abcasts = 10;
            for (int i = 0; i < abcasts; i++) stage.leader().submit(1 + i, "m");
            stage.settle();
            assertEquals(3 * (n - 1) * abcasts, stage.sentCount(), "N = " + n);
        }
    }

    @Test
    void withBatchingABatchCostsWhatOneAbcastCosts() {
        Stage stage = Stage.formed(3, CONFIG);
        for (int i = 0; i < 10; i++) stage.leader().submit(1 + i, "m");
        stage.settle();
        assertEquals(6, stage.sentCount());
    }

    @Test
    void aCommitIsPiggybackedOnTheNextProposal() {
        Stage stage = Stage.formed(3, CONFIG);
        stage.hold(Stage.linkMessages(Ack.class));
        stage.leader().submit(1, "m");
        stage.settle();
        stage.forgetSent();
        stage.hold(m -> false);
        stage.leader().submit(2, "n");
        stage.settle();
        assertEquals(
                List.of("1:1", "1:1"),
                stage.take(Propose.class).stream()
                        .map(p -> io.abcast.kernel.Zxid.toString(p.commit()))
                        .toList());
        assertEquals(List.of("1:1", "1:2"), stage.actor(1).delivered);
    }

    /**
     * A follower makes acceptedEpoch durable before it sends ACK-E, and its history and then currentEpoch before it
     * acks NEWLEADER (ZooKeeper 2307, 3911, 4643).
     */
    @Test
    void epochsAreDurableBeforeTheyAreAnswered() {
        Stage stage = new Stage(3, CONFIG);
        stage.actor(1).epochFileStopped = true;
        for (Stage.Actor actor : stage.actors)
            actor.event(() -> actor.node.onStart(Recovered.fresh()));
        stage.settle();
        assertEquals(1, stage.take(AckEpoch.class).size(), "member 2 only");
        assertEquals(0, stage.take(AckNewLeader.class).size());
        assertFalse(stage.leader().node.status().active(), "a first formation needs all members");
        stage.actor(1).epochFileStopped = false;
        stage.actor(2).epochFileStopped = true;
        stage.settle();
        assertEquals(1, stage.take(AckEpoch.class).size());
        assertEquals(1, stage.take(AckNewLeader.class).size(), "member 1 only");
        stage.actor(2).epochFileStopped = false;
        stage.settle();
        assertEquals(1, stage.take(AckNewLeader.class).size());
        assertTrue(stage.actor(1).node.status().active());
    }

    @Test
    void aLeaderInvitesFollowersOnceItsOwnPromiseIsDurable() {
        Stage stage = new Stage(3, CONFIG);
        stage.leader().epochFileStopped = true;
        for (Stage.Actor actor : stage.actors)
            actor.event(() -> actor.node.onStart(Recovered.fresh()));
        stage.settle();
        assertEquals(0, stage.take(NewEpoch.class).size());
        stage.leader().epochFileStopped = false;
        stage.settle();
        assertEquals(2, stage.take(NewEpoch.class).size());
    }

    @Test
    void aReadSeesWhatWasAnsweredBefore() {
        Stage stage = Stage.formed(3, CONFIG);
        stage.hold(Stage.linkMessages(Commit.class));
        stage.leader().submit(1, "m");
        stage.settle();
        assertEquals(List.of("done 1"), stage.leader().answers);
        stage.actor(1).event(() -> stage.actor(1).node.onRead(5));
        stage.settle();
        assertEquals(List.of(), stage.actor(1).answers, "the commit has not arrived");
        stage.hold(m -> false);
        stage.settle();
        assertEquals(List.of("read 5"), stage.actor(1).answers);
    }
}
