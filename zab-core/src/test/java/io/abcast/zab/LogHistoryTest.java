package io.abcast.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import io.abcast.zab.LinkMessage.AckEpoch;
import io.abcast.zab.LinkMessage.SyncMode;
import java.util.List;
import org.junit.jupiter.api.Test;

class LogHistoryTest {
    private static final long KEEP_NANOS = 100;

    private final RecordingEffects effects = new RecordingEffects();
    private final LogHistory history =
            new LogHistory(effects, 1000, KEEP_NANOS, new Configurations(Membership.of(1, 2, 3)));

    private static long z(int epoch, int counter) {
        return Zxid.of(epoch, counter);
    }

    private void append(int epoch, int from, int to) {
        for (int c = from; c <= to; c++) {
            history.append(new Entry(z(epoch, c), 1, c, new byte[72]));
        }
    }

    @Test
    void durableFollowsTheSyncedPosition() {
        append(1, 1, 5);
        assertFalse(history.synced(0));
        assertTrue(history.synced(3));
        assertEquals(z(1, 3), history.durable());
        history.truncate(z(1, 2));
        assertEquals(z(1, 2), history.durable(), "an entry that was cut is not durable");
        append(2, 1, 1);
        history.synced(5);
        assertEquals(z(1, 2), history.durable(), "entries that were cut before they were synced");
        history.synced(6);
        assertEquals(z(1, 2), history.durable());
        history.synced(7);
        assertEquals(z(2, 1), history.durable());
    }

    @Test
    void onlyDurableEntriesLeaveTheCacheOldestFirst() {
        append(1, 1, 30);
        history.trimCache();
        assertTrue(history.caches(Zxid.NONE), "nothing is durable yet");
        history.synced(30);
        history.trimCache();
        assertFalse(history.caches(z(1, 19)));
        assertTrue(history.caches(z(1, 20)), "1000 bytes are ten entries of 100");
        assertEquals(10, history.cachedAfter(z(1, 20), 1 << 20, Integer.MAX_VALUE).size());
    }

    @Test
    void chunksAreBoundedInBytesButNeverEmpty() {
        append(1, 1, 5);
        assertEquals(2, history.cachedAfter(Zxid.NONE, 250, Integer.MAX_VALUE).size());
        assertEquals(1, history.cachedAfter(Zxid.NONE, 1, Integer.MAX_VALUE).size());
        assertEquals(3, history.cachedAfter(z(1, 1), 1 << 20, 3).size());
    }

    @Test
    void aReadRequestedBeforeACutIsInvalid() {
        append(1, 1, 5);
        history.readLog(z(1, 1), 100);
        history.truncate(z(1, 3));
        history.readLog(z(1, 1), 100);
        assertFalse(history.readIsValid());
        assertTrue(history.readIsValid());
    }

    @Test
    void purgeKeepsTheLogAfterTheSnapshotBeforeTheNewest() {
        append(1, 1, 9);
        history.snapshotTaken(new SnapshotId(z(1, 3), 10, 1), 0);
        history.snapshotTaken(new SnapshotId(z(1, 6), 10, 2), 0);
        assertEquals(z(1, 3), history.logAfter());
        assertTrue(effects.lines.contains("purgeLog 1:3"));
        history.snapshotTaken(new SnapshotId(z(1, 5), 10, 3), 0);
        assertEquals(z(1, 6), history.snapshot().zxid(), "an older snapshot changes nothing");
    }

    @Test
    void aKeptSnapshotKeepsTheLogAfterItUntilItsFetchMakesNoProgress() {
        append(1, 1, 9);
        SnapshotId first = new SnapshotId(z(1, 2), 10, 1);
        history.snapshotTaken(first, 0);
        history.snapshots().keep(first, 0);
        history.snapshotTaken(new SnapshotId(z(1, 4), 10, 2), 20);
        history.snapshotTaken(new SnapshotId(z(1, 6), 10, 3), 40);
        assertEquals(z(1, 2), history.logAfter());
        assertEquals(first, history.snapshots().offered().id());
        history.snapshots().keep(first, 60);
        history.snapshotTaken(new SnapshotId(z(1, 7), 10, 4), 60 + KEEP_NANOS - 1);
        assertEquals(z(1, 2), history.logAfter());
        history.snapshotTaken(new SnapshotId(z(1, 8), 10, 5), 60 + KEEP_NANOS);
        assertEquals(z(1, 7), history.logAfter());
        assertEquals(z(1, 8), history.snapshots().offered().id().zxid());
        assertTrue(effects.lines.contains("keepSnapshot 1:2"));
        assertTrue(effects.lines.contains("keepSnapshot 0:0"));
    }

    @Test
    void oneSnapshotIsKeptAtATimeAndOnlyIfItIsHeld() {
        append(1, 1, 9);
        SnapshotId first = new SnapshotId(z(1, 2), 10, 1);
        SnapshotId second = new SnapshotId(z(1, 4), 10, 2);
        history.snapshotTaken(first, 0);
        history.snapshots().keep(second, 0);
        assertNull(history.snapshots().kept(), "not held");
        history.snapshots().keep(SnapshotId.EMPTY, 0);
        assertNull(history.snapshots().kept());
        history.snapshots().keep(first, 0);
        history.snapshotTaken(second, 10);
        history.snapshots().keep(second, 20);
        assertEquals(first, history.snapshots().kept());
        history.snapshots().keep(second, KEEP_NANOS);
        assertEquals(second, history.snapshots().kept(), "the fetch of the first made no progress");
    }

    @Test
    void aKeptSnapshotThatTheStorageLostKeepsNoLog() {
        append(1, 1, 9);
        SnapshotId first = new SnapshotId(z(1, 2), 10, 1);
        history.snapshotTaken(first, 0);
        history.snapshots().keep(first, 0);
        history.snapshotTaken(new SnapshotId(z(1, 4), 10, 2), 1);
        history.snapshotTaken(new SnapshotId(z(1, 6), 10, 3), 1);
        history.snapshotLost(first);
        assertEquals(z(1, 4), history.logAfter());
        assertEquals(z(1, 6), history.snapshots().offered().id().zxid());
    }

    @Test
    void aLogThatTheStorageLostIsNotOfferedAgain() {
        append(1, 1, 9);
        SnapshotId first = new SnapshotId(z(1, 2), 10, 1);
        history.snapshotTaken(first, 0);
        history.snapshots().keep(first, 0);
        history.snapshotTaken(new SnapshotId(z(1, 4), 10, 2), 1);
        history.snapshotTaken(new SnapshotId(z(1, 6), 10, 3), 1);
        assertEquals(diff(z(1, 2)), plan(0, z(1, 2)));
        history.logLost();
        SnapshotId newest = history.snapshot();
        assertEquals(new SyncPlan(SyncMode.SNAP, z(1, 2), newest), plan(0, z(1, 2)));
    }

    @Test
    void installingMakesTheSnapshotTheWholeHistory() {
        append(1, 1, 5);
        SnapshotId id = new SnapshotId(z(1, 3), 10, 7);
        history.beginInstall(id, new byte[0]);
        history.installed(id, new byte[0]);
        append(2, 1, 2);
        history.synced(6);
        assertEquals(
                z(1, 3), history.durable(), "the sync of the installation covers nothing after it");
        history.synced(8);
        assertEquals(z(2, 2), history.durable());
        assertEquals(z(1, 3), history.logAfter());
    }

    @Test
    void aFollowerKeepsWhatBothLogsHold() {
        append(1, 1, 5);
        append(3, 1, 4);
        assertEquals(diff(z(3, 4)), plan(0, z(1, 5), z(3, 4)), "up to date");
        assertEquals(diff(Zxid.NONE), plan(0), "everything is in the log");
        assertEquals(diff(z(1, 5)), plan(0, z(1, 5)));
        assertEquals(diff(z(1, 2)), plan(0, z(1, 2)));
        assertEquals(trunc(z(1, 5)), plan(0, z(1, 8)));
        assertEquals(trunc(z(3, 4)), plan(0, z(1, 5), z(3, 9)));
        assertEquals(trunc(z(1, 4)), plan(0, z(1, 4), z(2, 1)), "only this member has epoch 2");
        assertEquals(trunc(z(1, 5)), plan(0, z(1, 7), z(2, 1)));
        assertEquals(trunc(Zxid.NONE), plan(0, z(2, 7)), "nothing in common");
        assertEquals(diff(z(1, 4)), plan(z(1, 4)), "a snapshot and no log");
    }

    @Test
    void aFollowerThatEndsBeforeTheLogFetchesASnapshotThatEndsLater() {
        append(1, 1, 5);
        append(3, 1, 4);
        history.snapshotTaken(new SnapshotId(z(1, 3), 1, 1), 0);
        SnapshotId youngest = new SnapshotId(z(1, 5), 1, 1);
        history.snapshotTaken(youngest, 0);
        assertEquals(new SyncPlan(SyncMode.SNAP, z(1, 2), youngest), plan(0, z(1, 2)));
        assertEquals(new SyncPlan(SyncMode.SNAP, z(1, 2), youngest), plan(0, z(1, 2), z(2, 9)));
        assertEquals(new SyncPlan(SyncMode.SNAP, 0, youngest), plan(0));
        assertEquals(diff(z(1, 3)), plan(0, z(1, 3)));
        assertEquals(trunc(z(1, 3)), plan(0, z(1, 3), z(2, 2)));
    }

    private static SyncPlan diff(long zxid) {
        return new SyncPlan(SyncMode.DIFF, zxid, SnapshotId.EMPTY);
    }

    private static SyncPlan trunc(long zxid) {
        return new SyncPlan(SyncMode.TRUNC, zxid, SnapshotId.EMPTY);
    }

    private SyncPlan plan(long logAfter, long... ends) {
        long last = ends.length == 0 ? logAfter : ends[ends.length - 1];
        AckEpoch promise = new AckEpoch(9, true, 8, logAfter, ends, last, last, false);
        assertTrue(promise.isConsistent());
        return SyncPlan.choose(history, promise);
    }

    @Test
    void anEpochThatEndsWhereTheLogBeginsIsStillKnown() {
        history.recover(
                new Recovered(
                        new byte[0],
                        new SnapshotId(z(2, 7), 1, 1),
                        z(2, 7),
                        z(2, 7),
                        new long[0],
                        null,
                        0,
                        false),
                0);
        assertEquals(z(2, 7), history.endOfEpoch(2));
        assertEquals(trunc(z(2, 7)), plan(z(2, 1), z(2, 9)));
        assertEquals(-1, history.endOfEpoch(1));
    }

    @Test
    void cuttingBackToAnEarlierEpochForgetsTheLaterOnes() {
        append(1, 1, 5);
        append(2, 1, 5);
        history.truncate(z(1, 4));
        assertEquals(-1, history.endOfEpoch(2));
        assertEquals(z(1, 4), history.endOfEpoch(1));
        assertEquals(List.of(), history.cachedAfter(z(1, 4), 100, 9));
    }
}
