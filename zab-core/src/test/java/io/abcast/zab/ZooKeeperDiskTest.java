package io.abcast.zab;

import static io.abcast.zab.Scenario.MILLI;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * Tests that Zab does not have ZooKeeper's bugs with failing disks; the class names contain the numbers of ZooKeeper's
 * issues. The tests of the storage cover ZooKeeper's issue 2325, a missing snapshot.
 */
class ZooKeeperDiskTest {
    /** ZooKeeper ignored the failure of a log truncation on a full disk. */
    @Nested
    class ZooKeeper3701FailedTruncationTest {
        @Test
        void memberWhoseTruncationFailedIsCutAtItsNextStart() {
            Scenario s = Scenario.of(3);
            int old = s.leader();
            s.write(old, 5);
            s.cluster.isolate(old);
            for (int i = 0; i < 7; i++) s.submit(old);
            s.run(20 * MILLI);
            s.cluster.crash(old);
            s.write(s.awaitLeaderOtherThan(old), 3);
            s.cluster.rejoin(old);
            s.cluster.start(old);
            s.await("the truncation", () -> s.told("  truncate ") > 0);
            s.cluster.failDisk(old);
            s.run(MILLI);
            assertFalse(s.cluster.up(old), "a member without a disk keeps running");
            s.run(200 * MILLI);
            s.cluster.crash(old);
            s.startAndJoin(old);
            s.finish();
        }
    }

    /** In ZooKeeper, a server continued after a write error, although its log lacked entries that it had in memory. */
    @Nested
    class ZooKeeper4882TransientDiskErrorTest {
        @Test
        void memberStopsAtTheFirstErrorAndRestartsWithTheContentOfItsDisk() {
            Scenario s = Scenario.of(3);
            int out = s.follower();
            s.write(out, 3);
            s.cluster.holdDisk(out, true);
            for (int i = 0; i < 5; i++) s.submit(s.leader());
            s.run(10 * MILLI);
            s.cluster.failDisk(out);
            s.write(s.leader(), 5);
            s.cluster.crash(out);
            s.cluster.holdDisk(out, false);
            s.startAndJoin(out);
            s.finish();
        }

        @Test
        void leaderWithoutADiskIsReplaced() {
            Scenario s = Scenario.of(3);
            int old = s.leader();
            s.write(old, 3);
            s.cluster.failDisk(old);
            int leader = s.awaitLeaderOtherThan(old);
            s.write(leader, 3);
            s.cluster.crash(old);
            s.startAndJoin(old);
            assertTrue(s.cluster.up(old));
            s.finish();
        }
    }
}
