package io.abcast.zab;

import static io.abcast.zab.Scenario.MILLI;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** ZooKeeper's bugs around failing disks, by number. For 2325, a missing snapshot, see the tests of the storage. */
class ZooKeeperDiskTest {
    /** A truncation that failed on a full disk was ignored. */
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

    /** After a write error the log lagged behind the memory, and the member continued. */
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
