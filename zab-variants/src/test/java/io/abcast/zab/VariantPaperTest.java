package io.abcast.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.zab.LinkMessage.Ack;
import io.abcast.zab.LinkMessage.Commit;
import io.abcast.zab.LinkMessage.Propose;
import io.abcast.zab.ZabMessage.PeerAck;
import io.abcast.zab.variants.CoinSettings;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * Tests the protocol steps of EL-Sanosi 2018, sections 3.6, 4.2.3 and 4.3.3, with one test per sentence. In all tests
 * of this class, the member with the highest server id leads.
 */
class VariantPaperTest {
    private static final ZabConfig CONFIG = ZabConfig.defaults();
    private static final List<String> M = List.of("1:2");
    private static final List<String> NOTHING = List.of();

    private Coins coins;

    private Stage stage(String protocol, int members) {
        return stage(protocol, members, CoinSettings.fair());
    }

    private Stage stage(String protocol, int members, CoinSettings settings) {
        coins = new Coins(protocol, members, settings);
        return Coins.formed(protocol, members, coins, CONFIG);
    }

    private static void abcast(Stage stage, long request) {
        stage.leader().submit(request, "m" + request);
        stage.settle();
    }

    /** Tests the protocol ZabAc (EL-Sanosi 2018, section 3.6.1, protocol 1.1, and figure 3.2). */
    @Nested
    class ZabAcTest {
        /**
         * EL-Sanosi 2018 says that ZabAc "allows a follower to 'Ack and commit' without waiting for a commit from the
         * leader nor having any interaction with the other follower".
         */
        @Test
        void aFollowerDeliversOnItsOwnAck() {
            Stage stage = stage("ZAB_AC", 3);
            stage.hold(m -> m instanceof PeerAck || Stage.linkMessages(Commit.class).test(m));
            stage.actor(2).diskStopped = true;
            stage.leader().diskStopped = true;
            abcast(stage, 1);
            assertEquals(M, stage.actor(1).delivered);
            assertEquals(NOTHING, stage.actor(2).delivered, "it has not logged m");
        }

        /**
         * EL-Sanosi 2018: "F1: A follower, on receiving proposal(m) (with m.c) from the leader, logs m; F2: Follower
         * then sends ack(m)".
         */
        @Test
        void aFollowerLogsBeforeItAcks() {
            Stage stage = stage("ZAB_AC", 3);
            stage.actor(1).diskStopped = true;
            abcast(stage, 1);
            assertEquals(NOTHING, stage.actor(1).delivered);
            assertEquals(1, stage.take(Ack.class).size(), "from the other follower");
        }

        /** EL-Sanosi 2018: "Leader, however, holds an invariant upon receiving ack(m) from F1 and itself". */
        @Test
        void theLeaderNeedsAnAckAndItsOwnLog() {
            Stage stage = stage("ZAB_AC", 3);
            stage.leader().diskStopped = true;
            stage.actor(2).diskStopped = true;
            abcast(stage, 1);
            assertEquals(NOTHING, stage.leader().delivered);
            stage.leader().diskStopped = false;
            stage.settle();
            assertEquals(M, stage.leader().delivered);
        }

        /** EL-Sanosi 2018 says of ZabAc: "Message complexity is 4 unicasts per abcast". */
        @Test
        void anAbcastCostsFourMessages() {
            Stage stage = stage("ZAB_AC", 3);
            abcast(stage, 1);
            assertEquals(2, stage.take(Propose.class).size());
            assertEquals(2, stage.take(Ack.class).size());
            assertEquals(0, stage.sentCount());
        }
    }

    /** Tests the protocol ZabAa (EL-Sanosi 2018, section 3.6.1, protocol 1.2, and figure 3.3). */
    @Nested
    class ZabAaTest {
        /**
         * EL-Sanosi 2018: "A follower abdelivers(m) once at least f followers are known to have logged m ... it is not
         * conditional on pl logging m".
         */
        @Test
        void aFollowerDeliversOnceFFollowersHaveLogged() {
            Stage stage = stage("ZAB_AA_LITE", 5);
            stage.leader().diskStopped = true;
            for (int id = 2; id <= 4; id++) stage.actor(id).diskStopped = true;
            abcast(stage, 1);
            for (Stage.Actor actor : stage.actors) assertEquals(NOTHING, actor.delivered);

            stage.actor(2).diskStopped = false;
            stage.settle();
            for (int id = 1; id <= 4; id++) assertEquals(M, stage.actor(id).delivered, "at " + id);
            assertEquals(NOTHING, stage.leader().delivered, "two acks without its own log");
        }

        /**
         * EL-Sanosi 2018: "ack(m) sent by follower F2 is overlooked by the leader L and follower F1 ... received after
         * L and F1 had been decided".
         */
        @Test
        void laterAcksAreOverlooked() {
            Stage stage = stage("ZAB_AA_LITE", 3);
            stage.actor(2).diskStopped = true;
            abcast(stage, 1);
            for (Stage.Actor actor : stage.actors) assertEquals(M, actor.delivered);
            stage.actor(2).diskStopped = false;
            stage.settle();
            for (Stage.Actor actor : stage.actors) assertEquals(M, actor.delivered);
        }

        /**
         * EL-Sanosi 2018: "F2: Follower then sends ack(m) to the leader and to followers (including itself)", once the
         * follower has logged m.
         */
        @Test
        void onlyDurableEntriesAreAckedToPeers() {
            Stage stage = stage("ZAB_AA_LITE", 5);
            stage.actor(1).diskStopped = true;
            stage.forgetSent();
            abcast(stage, 1);
            assertEquals(3 * 3, stage.takePeerAcks().size(), "three followers, three peers each");
        }

        @Test
        void acksOfOtherEpochsDoNotCount() {
            Stage stage = stage("ZAB_AA_LITE", 5);
            abcast(stage, 1);
            PeerAck sound = stage.takePeerAcks().get(0);
            for (int id = 2; id <= 5; id++) stage.actor(id).diskStopped = true;
            Stage.Actor one = stage.actor(1);
            one.delivered.clear();
            abcast(stage, 2);
            long zxid = sound.zxid() + 1;
            one.event(() -> one.node.onMessage(2, new PeerAck(1, sound.nonce() + 1, zxid)));
            one.event(() -> one.node.onMessage(2, new PeerAck(2, sound.nonce(), zxid)));
            stage.settle();
            assertEquals(NOTHING, one.delivered);
            one.event(() -> one.node.onMessage(2, new PeerAck(1, sound.nonce(), zxid)));
            one.event(() -> one.node.onMessage(2, new PeerAck(1, sound.nonce(), zxid)));
            stage.settle();
            assertEquals(List.of("1:3"), one.delivered);
        }

        @Test
        void aReadWaitsForEntriesThatFollowersMayHaveDelivered() {
            Stage stage = stage("ZAB_AA_LITE", 3);
            stage.leader().diskStopped = true;
            stage.actor(2).diskStopped = true;
            stage.hold(PeerAck.class::isInstance);
            abcast(stage, 1);
            assertEquals(M, stage.actor(1).delivered);
            assertEquals(NOTHING, stage.leader().delivered);
            stage.leader().event(() -> stage.leader().node.onRead(7));
            stage.settle();
            assertFalse(stage.leader().answers.contains("read 7"), "m is not delivered here");
            stage.hold(m -> false);
            stage.leader().diskStopped = false;
            stage.settle();
            assertTrue(stage.leader().answers.contains("read 7"));
        }
    }

    /** Tests the protocol ZabCt (EL-Sanosi 2018, section 3.6.2 and figure 3.4). */
    @Nested
    class ZabCtTest {
        /**
         * EL-Sanosi 2018: "the outcome for follower F1 is Head, thus ack(m) is broadcast, and the outcome for follower
         * F2 is Tail, so ack(m) is sent only to itself".
         */
        @Test
        void oneHeadOfTwoIsEnough() {
            Stage stage = stage("ZAB_CT_LITE", 3);
            coins.next(1, "H");
            coins.next(2, "T");
            abcast(stage, 1);
            assertEquals(1, stage.take(Ack.class).size());
            assertEquals(1, stage.takePeerAcks().size());
            for (Stage.Actor actor : stage.actors) assertEquals(M, actor.delivered);
        }

        /**
         * In ZabCt, a follower delivers "On receiving ack(m) or an implicit ack for proposal(m) from f followers"
         * (EL-Sanosi 2018).
         */
        @Test
        void anAckCoversAllBefore() {
            Stage stage = stage("ZAB_CT_LITE", 5);
            for (int id = 1; id <= 4; id++) coins.next(id, id <= 2 ? "TH" : "TT");
            abcast(stage, 1);
            assertEquals(NOTHING, stage.leader().delivered);
            abcast(stage, 2);
            for (Stage.Actor actor : stage.actors)
                assertEquals(List.of("1:2", "1:3"), actor.delivered, "at " + actor.id);
            assertEquals(2, stage.take(Ack.class).size());
        }

        /** EL-Sanosi 2018 says of the delivery in ZabCt: "it is not conditional on pl logging m". */
        @Test
        void theLeadersLogDoesNotCount() {
            Stage stage = stage("ZAB_CT_LITE", 5);
            stage.hold(PeerAck.class::isInstance);
            for (int id = 1; id <= 4; id++) coins.next(id, "TT");
            abcast(stage, 1);
            abcast(stage, 2);
            for (int id = 1; id <= 4; id++) assertEquals(NOTHING, stage.actor(id).delivered);
        }
    }

    /** Tests the protocol ZabCT (EL-Sanosi 2018, sections 3.6.3 and 4.2.2). */
    @Nested
    class ZabCTTest {
        /**
         * In ZabCT, a follower delivers by step "F4: On receiving ack(m) or an implicit ack for proposal(m) from f+1
         * followers" (EL-Sanosi 2018).
         */
        @Test
        void aFollowerWaitsForOneMore() {
            Stage stage = stage("ZAB_CT", 3);
            coins.next(1, "HT");
            coins.next(2, "TH");
            abcast(stage, 1);
            assertEquals(M, stage.leader().delivered, "itself and follower 1");
            assertEquals(M, stage.actor(2).delivered, "follower 1 and itself");
            assertEquals(NOTHING, stage.actor(1).delivered, "only itself");
            abcast(stage, 2);
            assertEquals(List.of("1:2", "1:3"), stage.actor(1).delivered, "by the implicit ack");
        }

        /**
         * An addition to EL-Sanosi 2018: the leader's log also counts as one of the f+1 logs, by the durable zxid in
         * the leader's next message.
         */
        @Test
        void theLeadersLogMayCount() {
            CoinSettings f = CoinSettings.fair();
            CoinSettings counting =
                    new CoinSettings(
                            f.choice(),
                            f.theta(),
                            f.tossAgainSeconds(),
                            f.stuckSeconds(),
                            f.delta(),
                            f.windowSeconds(),
                            false,
                            true);
            Stage stage = stage("ZAB_CT", 3, counting);
            coins.next(1, "HT");
            abcast(stage, 1);
            assertEquals(NOTHING, stage.actor(1).delivered);
            abcast(stage, 2);
            assertEquals(
                    M, stage.actor(1).delivered, "by the leader's durable zxid on proposal 1:3");
        }

        /**
         * Scenario 1 of EL-Sanosi 2018, section 4.2.2: "committable(m) becomes true for {pl, p4, p5} and not for {p2,
         * p3}".
         */
        @Test
        void theLeaderIsInTheFirstWave() {
            Stage stage = stage("ZAB_CT", 5);
            coins.next(1, "HT");
            coins.next(2, "HT");
            coins.next(3, "TH");
            coins.next(4, "TH");
            abcast(stage, 1);
            assertEquals(M, stage.leader().delivered);
            assertEquals(M, stage.actor(3).delivered);
            assertEquals(M, stage.actor(4).delivered);
            assertEquals(NOTHING, stage.actor(1).delivered);
            assertEquals(NOTHING, stage.actor(2).delivered);
            abcast(stage, 2);
            assertEquals(List.of("1:2", "1:3"), stage.actor(1).delivered);
            assertEquals(List.of("1:2", "1:3"), stage.actor(2).delivered);
            assertEquals(M, stage.actor(3).delivered, "committable(m1) ... not for {p4, p5}");
        }
    }

    /** Tests tosses that timer D forces (EL-Sanosi 2018, section 4.2.3). */
    @Nested
    class EnforcedTossTest {
        /**
         * EL-Sanosi 2018: "F4: On timer(D) expiry: reset timer(D); ... toss coin; if (coin = Head) then broadcast
         * ack(m)".
         */
        @Test
        void theEndOfABurstIsTossedForAgain() {
            Stage stage = stage("ZAB_CT_LITE", 3);
            abcast(stage, 1);
            assertEquals(0, stage.take(Ack.class).size());
            coins.next(1, "T");
            stage.actor(1).expire(Timers.TOSS);
            stage.settle();
            assertEquals(0, stage.take(Ack.class).size(), "Tail again");
            coins.next(1, "H");
            stage.actor(1).expire(Timers.TOSS);
            stage.settle();
            for (Stage.Actor actor : stage.actors) assertEquals(M, actor.delivered);
        }

        /** A forced toss concerns only entries with "ack(m') not broadcast" (EL-Sanosi 2018). */
        @Test
        void entriesAckedToEveryoneAreNotAckedAgain() {
            Stage stage = stage("ZAB_CT", 5);
            coins.next(1, "H");
            abcast(stage, 1);
            stage.forgetSent();
            coins.next(1, "H");
            stage.actor(1).expire(Timers.TOSS);
            stage.settle();
            assertEquals(0, stage.takePeerAcks().size());
        }
    }

    /** Tests switches between ZabCT and Zab's mode (EL-Sanosi 2018, section 4.3.3). */
    @Nested
    class SwitchTest {
        private Stage stuck() {
            Stage stage = stage("ZAB_CT", 3);
            becomeStuck(stage);
            return stage;
        }

        private void becomeStuck(Stage stage) {
            // The follower's timer C_m is set for an entry that is already delivered. When timer
            // C_m expires, the follower sets it again, for entry m.
            abcast(stage, 1);
            stage.actor(1).expire(Timers.STUCK);
            stage.settle();
            stage.forgetSent();
            stage.actor(1).expire(Timers.STUCK);
        }

        /**
         * EL-Sanosi 2018: "If a follower, while executing ZabCT, experiences timer(Cm) ..., it unicasts its ack (as in
         * Zab) to the leader with prot set to Zab."
         */
        @Test
        void aStuckFollowerVotesForZab() {
            Stage stage = stuck();
            stage.hold(Stage.linkMessages(Commit.class));
            stage.settle();
            List<Ack> acks = stage.take(Ack.class);
            assertEquals(1, acks.size());
            assertTrue(acks.get(0).votesForZab());
            assertEquals(0, stage.takePeerAcks().size());
        }

        /**
         * EL-Sanosi 2018: "even one follower's vote to quit ZabCT is enough for all to switch to Zab": "it broadcasts
         * commit(m) with prot=Zab to all followers".
         */
        @Test
        void oneVoteIsEnoughToLeave() {
            Stage stage = stuck();
            stage.settle();
            List<Commit> commits = stage.take(Commit.class);
            assertTrue(commits.size() >= 2, commits::toString);
            for (Commit commit : commits) {
                assertEquals("1:2", io.abcast.kernel.Zxid.toString(commit.zxid()));
                assertTrue(commit.steering().zab(), "prot=Zab");
            }
            for (Stage.Actor actor : stage.actors) {
                assertTrue(actor.node.status().zabMode());
                assertEquals(M, actor.delivered);
            }
        }

        /**
         * EL-Sanosi 2018: "When a follower executing ZabCt receives commit(m) with prot=Zab, it starts executing Zab".
         */
        @Test
        void entriesOnTailAreAckedOnTheSwitchToZab() {
            Stage stage = stage("ZAB_CT", 5);
            becomeStuck(stage);
            stage.settle();
            for (Stage.Actor actor : stage.actors) assertEquals(M, actor.delivered);
            assertEquals(0, stage.takePeerAcks().size(), "acks go to the leader only");
        }

        /**
         * EL-Sanosi 2018: "all followers must vote for ZabCT for switching from Zab to ZabCT", after "several
         * consecutive iterations".
         */
        @Test
        void allVotesAreNeededToReturn() {
            Stage stage = stuck();
            stage.settle();
            // Follower 2 votes against Zab's mode. Follower 1 stalls and cannot change its vote, so
            // the ensemble must stay in Zab's mode.
            stage.actor(1).diskStopped = true;
            for (int i = 0; i < 30; i++) {
                stage.now += Coins.SECOND / 5;
                abcast(stage, 10 + i);
            }
            assertTrue(stage.leader().node.status().zabMode());
            stage.actor(1).diskStopped = false;
            for (int i = 0; i < 30; i++) {
                stage.now += Coins.SECOND / 5;
                abcast(stage, 50 + i);
            }
            for (Stage.Actor actor : stage.actors) assertFalse(actor.node.status().zabMode());
        }

        /**
         * EL-Sanosi 2018 says of the leader: "It broadcasts its commit with prot=ZabCT and thus instructs the followers
         * to switch to ZabCT."
         */
        @Test
        void theReturnIsPiggybackedOnACommit() {
            Stage stage = stuck();
            stage.settle();
            stage.forgetSent();
            for (int i = 0; i < 30; i++) {
                stage.now += Coins.SECOND / 5;
                abcast(stage, 10 + i);
            }
            assertEquals(
                    2,
                    stage.take(Commit.class).stream().filter(c -> !c.steering().zab()).count(),
                    "one to each follower, and no commit in ZabCT's mode");
        }
    }
}
