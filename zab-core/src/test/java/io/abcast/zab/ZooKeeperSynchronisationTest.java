package io.abcast.zab;

import static io.abcast.zab.Scenario.MILLI;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.zab.LinkMessage.Ack;
import io.abcast.zab.LinkMessage.AckNewLeader;
import io.abcast.zab.LinkMessage.Propose;
import io.abcast.zab.LinkMessage.Sync;
import io.abcast.zab.LinkMessage.UpToDate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Tests that Zab does not have ZooKeeper's bugs in synchronisation; the class names contain the numbers of ZooKeeper's
 * issues.
 */
@Execution(ExecutionMode.CONCURRENT)
class ZooKeeperSynchronisationTest {
    /**
     * In ZooKeeper, a snapshot contained entries that were never committed, and a server applied a DIFF to this
     * snapshot.
     */
    @Nested
    class ZooKeeper1549UncommittedInSnapshotTest {
        @Test
        void snapshotsHoldDeliveredEntriesOnly() {
            Scenario s = Scenario.withSnapshots(3);
            int old = s.leader();
            s.write(old, 30);
            s.cluster.isolate(old);
            for (int i = 0; i < 40; i++) s.submit(old);
            s.run(30 * MILLI);
            s.cluster.crash(old);
            s.write(s.awaitLeaderOtherThan(old), 5);
            s.cluster.rejoin(old);
            s.startAndJoin(old);
            s.finish();
        }
    }

    /**
     * In ZooKeeper, a server crashed between snapshot and currentEpoch (issues 1653, 2354), or received a DIFF after an
     * interrupted SNAP (2872, 3642). The tests of this class also verify that Zab does not have the bug of ZooKeeper's
     * issue 4643.
     */
    @Nested
    class ZooKeeper1653And2354And2872And3642And4643InterruptedSnapshotTest {
        @Test
        void crashAtAnyEffectOfASnapshotTransferLosesNothing() {
            for (int effects = 0; effects < 60; effects++) {
                Scenario s = Scenario.withSnapshots(3);
                int out = s.follower();
                s.write(s.leader(), 3);
                s.cluster.crash(out);
                s.write(s.leader(), 60);
                s.cluster.start(out);
                s.cluster.crashAfter(out, effects);
                s.run(40 * MILLI);
                s.write(s.leader(), 1);
                if (!s.cluster.up(out)) s.cluster.start(out);
                s.write(out, 1);
                assertTrue(s.seen().snap > 0, "synchronised by SNAP");
                s.finish();
            }
        }
    }

    /**
     * A member that was synchronised with a snapshot has no log before the snapshot. In ZooKeeper's issues 2099 and
     * 4925, such a member synchronised other members as if its log had this part.
     */
    @Nested
    class ZooKeeper2099And4925LogHoleTest {
        @Test
        void memberWithASnapshotSynchronisesAMemberThatLacksEarlierEntries() {
            Scenario s = Scenario.withSnapshots(5);
            int[] out = s.followers();
            s.write(s.leader(), 2);
            s.cluster.crash(out[0]);
            s.cluster.crash(out[1]);
            s.write(s.leader(), 40);
            s.startAndJoin(out[1]);
            int first = s.leader();
            s.cluster.crash(first);
            int second = s.awaitLeaderOtherThan(first);
            s.write(second, 2);
            s.cluster.start(first);
            s.write(first, 1);
            if (second != out[1]) {
                s.cluster.crash(second);
                s.awaitLeaderOtherThan(second);
            }
            s.startAndJoin(out[0]);
            assertTrue(s.seen().snap >= 2, "SNAP: " + s.seen().snap);
            s.finish();
        }

        @Test
        void proposalThatIsLostEndsTheSessionInsteadOfLeavingAHole() {
            Scenario s = Scenario.of(3);
            int out = s.follower();
            int[] lost = new int[1];
            s.lose((from, to, body) -> to == out && body instanceof Propose && lost[0]++ == 3);
            for (int i = 0; i < 10; i++) {
                s.submit(s.leader());
                s.run(2 * MILLI);
            }
            s.write(out, 1);
            assertTrue(s.seen().sessionsBroken > 0, "the gap was noticed");
            s.finish();
        }
    }

    /**
     * In ZooKeeper's issue 3104, the leader sent NEWLEADER too early. In ZooKeeper's issues 3911, 4646 and 3023, a
     * follower acked NEWLEADER before its history was durable.
     */
    @Nested
    class ZooKeeper3104And3911And4646And3023NewLeaderBeforeHistoryIsDurableTest {
        @Test
        void leaderIsNotEstablishedWhileTheHistoryIsOnlyInMemory() {
            Scenario s = Scenario.of(3);
            int[] followers = s.followers();
            int old = s.leader();
            s.write(old, 2);
            // In this test, one follower lacks five log entries that the other follower has.
            s.cluster.crash(followers[0]);
            s.write(old, 5);
            s.cluster.crash(old);
            s.cluster.start(followers[0]);
            s.cluster.holdDisk(followers[0], true);
            s.run(1_000 * MILLI);

            assertEquals(0, s.leader(), "no member leads before a quorum holds the history");
            s.cluster.holdDisk(followers[0], false);
            assertEquals(followers[1], s.awaitLeader());
            s.finish();
        }

        @Test
        void crashThatLosesTheUnsyncedHistoryLosesNothingCommitted() {
            Scenario s = Scenario.of(3);
            int[] followers = s.followers();
            int old = s.leader();
            s.cluster.crash(followers[0]);
            s.write(old, 5);
            s.cluster.crash(old);
            s.cluster.start(followers[0]);
            s.cluster.holdDisk(followers[0], true);
            s.run(100 * MILLI);
            s.cluster.crash(followers[0]);
            s.cluster.holdDisk(followers[0], false);
            s.cluster.crash(followers[1]);
            for (int id : new int[] {followers[0], old}) s.cluster.start(id);
            s.awaitLeader();
            s.finish();
        }
    }

    /**
     * In ZooKeeper, a COMMIT arrived between NEWLEADER and UPTODATE (issue 4394), a proposal was acked before NEWLEADER
     * (4685), or a DIFF raced with these messages (4785).
     */
    @Nested
    class ZooKeeper4394CommitBetweenNewLeaderAndUpToDateTest {
        @Test
        void memberThatJoinsUnderLoadMissesNothing() {
            Scenario s = Scenario.of(3);
            int out = s.follower();
            s.cluster.crash(out);
            s.write(s.leader(), 10);
            s.cluster.start(out);
            for (int i = 0; i < 200; i++) {
                s.submit(s.leader());
                s.run(MILLI / 5);
            }
            assertTrue(s.seen().diff > 0, "synchronised by DIFF");
            s.finish();
        }

        @Test
        void entriesAfterNewLeaderStayPendingUntilUpToDate() {
            Scenario s = Scenario.of(3);
            int out = s.follower();
            s.cluster.crash(out);
            s.write(s.leader(), 3);
            s.lose((from, to, body) -> to == out && body instanceof UpToDate);
            s.cluster.start(out);
            int before = s.cluster.history().delivered(s.cluster.members().rank(out)).size();
            s.run(30 * MILLI);
            s.write(s.leader(), 5);
            int after = s.cluster.history().delivered(s.cluster.members().rank(out)).size();
            assertEquals(before, after, "delivered before UPTODATE");
            s.finish();
        }
    }

    @Nested
    class ZooKeeper4685ProposalAckedBeforeNewLeaderAckTest {
        @Test
        void acksOfAMemberThatHasNotEnteredTheEpochDoNotCount() {
            Scenario s = Scenario.of(3);
            int late = s.follower();
            s.cluster.crash(late);
            int first = s.leader();
            s.write(first, 3);
            s.cluster.crash(first);
            s.cluster.start(first);
            int leader = s.awaitLeader();
            int other =
                    IntStream.of(s.followers()).filter(id -> id != late).findFirst().orElseThrow();
            s.write(leader, 1);
            boolean[] synchronised = new boolean[1];
            long[] acked = new long[1];
            s.lose(
                    (from, to, body) -> {
                        synchronised[0] |= to == late && body instanceof Sync;
                        if (from == late && body instanceof Ack ack) acked[0] = ack.zxid();
                        return from == late && body instanceof AckNewLeader;
                    });
            s.cluster.start(late);
            s.await("SYNC", () -> synchronised[0]);
            s.cluster.holdDisk(late, true);
            s.cluster.isolate(other);
            int ordered = s.cluster.history().ordered();
            s.submit(leader);
            s.run(5 * MILLI);
            s.cluster.holdDisk(late, false);
            s.await("ACK of the new entry", () -> acked[0] == s.lastLogged(leader));
            s.cluster.crash(late);
            s.lose((from, to, body) -> false);
            s.run(5 * MILLI);
            assertEquals(ordered, s.cluster.history().ordered(), "committed without a quorum");

            s.cluster.crash(leader);
            s.cluster.rejoin(other);
            s.cluster.start(late);
            assertEquals(other, s.awaitLeader(), "the member that has entered the epoch leads");
            s.cluster.start(leader);
            s.finish();
        }
    }

    @Nested
    class ZooKeeper4785RaceWhileComputingADiffTest {
        @Test
        void entriesOfABurstDuringEachStepOfAJoinAreComplete() {
            for (int step = 0; step < 25; step++) {
                Scenario s = Scenario.of(3);
                int out = s.follower();
                s.cluster.crash(out);
                s.write(s.leader(), 4);
                s.cluster.start(out);
                s.run(step * MILLI / 4);
                for (int i = 0; i < 50; i++) s.submit(s.leader());
                s.write(out, 1);
                s.finish();
            }
        }
    }
}
