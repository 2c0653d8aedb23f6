package io.abcast.zab;

import static io.abcast.zab.Scenario.MILLI;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Zxid;
import io.abcast.sim.check.ObservedRead;
import io.abcast.sim.check.ObservedRequest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * Tests that Zab does not have ZooKeeper's bugs in elections and with leaders of earlier epochs; the class names
 * contain the numbers of ZooKeeper's issues.
 */
class ZooKeeperElectionTest {
    /**
     * A member with the highest zxid misses an election and returns later. When the member returns, the new leader must
     * cut from the member's log the entries that no other member has.
     */
    @Nested
    class ZooKeeper1154And1156HighestZxidMissingAtElectionTest {
        @Test
        void onlyEntriesThatWereNeverCommittedAreCut() {
            Scenario s = Scenario.of(3);
            s.write(s.leader(), 5);
            int old = s.leader();
            long committed = s.cluster.stateZxid(old);
            s.cluster.isolate(old);
            for (int i = 0; i < 7; i++) s.submit(old);
            s.run(20 * MILLI);
            assertEquals(
                    committed + 7,
                    s.lastLogged(old),
                    "only the leader has logged the last entries");
            s.cluster.crash(old);
            int leader = s.awaitLeaderOtherThan(old);
            s.write(leader, 3);
            s.cluster.rejoin(old);
            s.startAndJoin(old);

            assertEquals(1, s.seen().trunc, "synchronised by TRUNC");
            assertEquals(1, s.told("truncate " + Zxid.toString(committed)));
            s.finish();
        }

        @Test
        void theMemberWithTheLongerLogIsElectedWhenItIsPresent() {
            Scenario s = Scenario.of(3);
            int[] followers = s.followers();
            s.write(s.leader(), 2);
            s.cluster.crash(followers[1]);
            s.write(s.leader(), 5);
            int old = s.leader();
            s.cluster.crash(old);
            s.cluster.start(followers[1]);

            assertEquals(followers[0], s.awaitLeaderOtherThan(old));
            s.finish();
        }
    }

    @Nested
    class ZooKeeper1732StaleVotesTest {
        @Test
        void lookingMemberFindsTheLeaderOfTheOthers() {
            Scenario s = Scenario.of(5);
            int out = s.follower();
            s.cluster.isolate(out);
            s.run(500 * MILLI);
            int old = s.leader();
            s.cluster.crash(old);
            int leader = s.awaitLeaderOtherThan(old);
            s.cluster.rejoin(out);
            s.write(out, 1);

            assertEquals(leader, s.leader(), "no other election was needed");
        }

        @Test
        void repeatedOldVotesHaveNoEffect() {
            Scenario s = Scenario.of(3);
            int out = s.follower();
            int epoch = s.cluster.probe(s.leader()).epoch();
            for (int i = 0; i < 5; i++) {
                s.cluster.crash(out);
                s.cluster.start(out);
                s.run(30 * MILLI);
            }
            s.write(out, 1);
            assertEquals(epoch, s.cluster.probe(s.leader()).epoch(), "epoch");
            s.finish();
        }
    }

    @Nested
    class ZooKeeper1675DeposedLeaderAnswersSyncTest {
        @Test
        void readAtADeposedLeaderWaitsAndThenSeesTheOthersWrites() {
            Scenario s = Scenario.of(3);
            int old = s.leader();
            int[] others = s.followers();
            s.write(old, 1);
            s.cluster.isolate(old);
            s.run(5 * MILLI);
            ObservedRead read = s.read(old);
            s.run(10 * MILLI);
            assertFalse(read.answered(), "answered by an unconfirmed leader");
            s.cluster.runUntil(() -> s.leader() != 0 && s.leader() != old, 5_000 * MILLI);
            s.write(others[0], 3);
            assertFalse(read.answered(), "answered while cut off");
            s.cluster.rejoin(old);
            s.await("the answer", read::answered);
            s.finish();
        }
    }

    @Nested
    class ZooKeeper2678And2845StateKeptAcrossElectionTest {
        @Test
        void proposalsOfALostLeadershipDoNotReappear() {
            Scenario s = Scenario.of(3);
            int old = s.leader();
            s.write(old, 3);
            s.cluster.isolate(old);
            ObservedRequest[] lost = new ObservedRequest[5];
            for (int i = 0; i < lost.length; i++) lost[i] = s.submit(old);
            s.run(20 * MILLI);
            int leader = s.awaitLeaderOtherThan(old);
            s.write(leader, 4);
            s.cluster.rejoin(old);
            for (ObservedRequest request : lost) {
                s.await(
                        "answer to " + request,
                        () -> request.state() == ObservedRequest.State.DELIVERED);
            }
            assertTrue(s.cluster.up(old), "the old leader was not restarted");
            s.finish();
        }

        @Test
        void quorumThatComesBackHasTheWholeLog() {
            Scenario s = Scenario.of(3);
            int old = s.leader();
            int[] followers = s.followers();
            s.write(old, 3);
            for (int id : followers) s.cluster.pause(id, 150 * MILLI);
            for (int i = 0; i < 5; i++) s.submit(old);
            s.run(400 * MILLI);
            s.awaitLeader();
            s.finish();
        }
    }

    /**
     * A member writes an epoch to its file before it uses the epoch: acceptedEpoch (ZooKeeper's issue 2307) and
     * currentEpoch (issue 4269).
     */
    @Nested
    class ZooKeeper2307And4269EpochInMemoryBeforeTheFileTest {
        @Test
        void crashAtAnyEffectOfAnElectionKeepsOneLeaderPerEpoch() {
            for (int effects = 0; effects < 40; effects++) {
                Scenario s = Scenario.of(3);
                s.write(s.leader(), 2);
                int old = s.leader();
                int victim = s.follower();
                s.cluster.crash(old);
                s.cluster.crashAfter(victim, effects);
                s.run(300 * MILLI);
                if (!s.cluster.up(victim)) s.cluster.start(victim);
                s.cluster.start(old);
                s.finish();
                assertNotEquals(0, s.leader());
            }
        }
    }
}
