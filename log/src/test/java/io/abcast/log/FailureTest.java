package io.abcast.log;

import static io.abcast.log.Histories.MEMBERS;
import static io.abcast.log.Histories.entries;
import static io.abcast.log.Histories.entry;
import static io.abcast.log.Histories.state;
import static io.abcast.log.Histories.z;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests a storage on slow disks, and on disks that fail while a member runs. */
final class FailureTest {
    private static final StorageLimits LIMITS = new StorageLimits(1 << 20, 1 << 20, 4096);

    private final FaultyDirectory dir = new FaultyDirectory();
    private final Answers answers = new Answers();
    private final List<String> notes = new ArrayList<>();

    private Storage open(Directory in) {
        return new FileStorage(
                in, 1, MEMBERS, LIMITS, notes::add, Histories.preparing(Histories.AT_ONCE));
    }

    private Storage started() throws IOException {
        Storage storage = open(dir);
        storage.recover(answers);
        return storage;
    }

    @Test
    void failedSyncIsNeverRetriedAndNothingMoreIsReported() throws IOException {
        Storage storage = started();
        append(storage, entries(1, 1, 10));
        storage.flush();
        answers.awaitSynced(10);
        dir.failForce(1);
        append(storage, entries(1, 11, 20));
        storage.flush();
        assertTrue(answers.failure().getMessage().contains("Input/output error"));
        long changes = dir.operations();
        append(storage, entries(1, 21, 30));
        storage.flush();
        storage.persist(new byte[1]);
        storage.takeSnapshot(z(1, 5), Histories.NOTE, out -> out.write(1));
        storage.close();
        assertEquals(changes, dir.operations(), "nothing was written after the failure");
        assertEquals(10, answers.synced());
        assertEquals(0, answers.persisted());

        try (Storage next = open(dir.afterPowerCut(new Random(1)))) {
            assertEquals(z(1, 10), next.recover(new Answers()).lastZxid());
        }
    }

    @Test
    void dataFoundByAStartAfterAFailedSyncIsDurable() throws IOException {
        for (int seed = 0; seed < 40; seed++) {
            FaultyDirectory disk = new FaultyDirectory();
            Answers told = new Answers();
            Storage storage = open(disk);
            storage.recover(told);
            append(storage, entries(1, 1, 10));
            storage.flush();
            told.awaitSynced(10);
            disk.failForce(1);
            append(storage, entries(1, 11, 20));
            storage.flush();
            told.failure();
            storage.close();
            disk.restartProcess();

            Storage next = open(disk);
            long found = next.recover(new Answers()).lastZxid();
            assertEquals(z(1, 20), found, "the page cache holds all");
            FaultyDirectory after = disk.afterPowerCut(new Random(seed));
            try (Storage last = open(after)) {
                assertEquals(found, last.recover(new Answers()).lastZxid());
            }
            disk.restartProcess();
            next.close();
        }
    }

    @Test
    void aStartAfterAFailedSyncMayFindLessButNeverLessThanWasReported() throws IOException {
        for (int seed = 0; seed < 40; seed++) {
            FaultyDirectory disk = new FaultyDirectory();
            fails(disk, 60, () -> disk.failForce(1));
            disk.evict(new Random(seed));
            assertFoundIsDurable(disk, seed);
        }
    }

    @Test
    void dataFoundByAStartAfterAFailedSyncOfNamesIsDurable() throws IOException {
        for (int seed = 0; seed < 40; seed++) {
            FaultyDirectory disk = new FaultyDirectory();
            fails(disk, 500, disk::failNameSync);
            assertFoundIsDurable(disk, seed);
        }
    }

    private void fails(FaultyDirectory disk, int entries, Runnable fault) throws IOException {
        Answers told = new Answers();
        StorageLimits small = new StorageLimits(4_096, 1 << 20, 0);
        Storage storage = new FileStorage(disk, 1, MEMBERS, small, notes::add);
        storage.recover(told);
        append(storage, entries(1, 1, 10));
        storage.flush();
        told.awaitSynced(10);
        fault.run();
        append(storage, entries(1, 11, entries));
        storage.flush();
        told.failure();
        storage.close();
        disk.restartProcess();
    }

    private void assertFoundIsDurable(FaultyDirectory disk, int seed) throws IOException {
        Storage next = open(disk);
        long found = next.recover(new Answers()).lastZxid();
        assertTrue(found >= z(1, 10), Zxid.toString(found));
        FaultyDirectory after = disk.afterPowerCut(new Random(seed));
        try (Storage last = open(after)) {
            assertEquals(found, last.recover(new Answers()).lastZxid(), "seed " + seed);
        }
        disk.restartProcess();
        next.close();
    }

    @Test
    void fullDiskStopsTheMemberAndLosesNothingThatWasReported() throws IOException {
        for (int room = 0; room < 3000; room += 111) {
            FaultyDirectory full = new FaultyDirectory();
            Answers told = new Answers();
            Storage storage =
                    new FileStorage(
                            full,
                            1,
                            MEMBERS,
                            new StorageLimits(700, 1 << 20, 256),
                            notes::add,
                            Histories.preparing(Histories.AT_ONCE));
            storage.recover(told);
            full.fillUpAfter(room);
            for (int i = 1; i <= 100; i++) {
                storage.append(entry(1, i));
                storage.flush();
                told.awaitSyncedOrFailed(i);
            }
            assertTrue(told.failure().getMessage().contains("No space left on device"));
            storage.close();
            try (Storage next = open(full.afterKill())) {
                Recovered recovered = next.recover(new Answers());
                assertTrue(recovered.lastZxid() >= z(1, (int) told.synced()) || told.synced() == 0);
            }
        }
    }

    @Test
    void fullDiskFailsASnapshotButNotTheMember() throws IOException {
        try (Storage storage = started()) {
            append(storage, entries(1, 1, 10));
            storage.flush();
            answers.awaitSynced(10);
        }
        // The disk is full for snapshots only, because the log's writer may write a sync mark at
        // any time.
        try (Storage storage = open(dir)) {
            Answers told = new Answers();
            storage.recover(told);
            dir.fillUpFor(name -> name.startsWith(FileNames.SNAPSHOT_PREFIX));
            storage.takeSnapshot(z(1, 10), Histories.NOTE, out -> out.write(state(z(1, 10))));
            assertNull(told.taken());
            assertTrue(notes.get(0).contains("No space left on device"), notes.toString());
            dir.fillUpFor(name -> false);
            storage.takeSnapshot(z(1, 10), Histories.NOTE, out -> out.write(state(z(1, 10))));
            assertEquals(z(1, 10), told.taken().zxid());
            assertFalse(told.hasFailed());
        }
    }

    @Test
    void aSnapshotIsNotKeptForAFetchOnADiskThatBecomesFull() throws IOException {
        try (Storage storage = started()) {
            append(storage, entries(1, 1, 50));
            List<SnapshotId> taken = new ArrayList<>();
            for (int at = 10; at <= 50; at += 10) {
                long zxid = z(1, at);
                storage.takeSnapshot(zxid, Histories.NOTE, out -> out.write(state(zxid)));
                taken.add(answers.taken());
                if (at == 10) storage.keepSnapshot(taken.get(0));
                if (at == 30) dir.free(2L * taken.get(2).bytes());
                if (at == 40) storage.openSnapshot(taken.get(0)).close();
                if (at == 40) dir.free(2L * taken.get(3).bytes() - 1);
            }
            assertThrows(IOException.class, () -> storage.openSnapshot(taken.get(0)));
            storage.openSnapshot(taken.get(3)).close();
        }
    }

    @Test
    void interruptedTransferResumesAfterARestart() throws IOException {
        byte[] content = state(z(3, 3));
        SnapshotId id = Histories.idOf(z(3, 3), content);
        Storage storage = started();
        storage.writeSnapshot(id, 0, Arrays.copyOf(content, 300));
        assertEquals(300, answers.written().nextOffset());
        FaultyDirectory left = dir.afterKill();
        storage.close();
        try (Storage next = open(left)) {
            Answers told = new Answers();
            Recovered recovered = next.recover(told);
            assertEquals(id, recovered.partial());
            assertEquals(300, recovered.partialBytes());
            next.writeSnapshot(id, 300, Arrays.copyOfRange(content, 300, content.length));
            assertEquals(content.length, told.written().nextOffset());
            next.installSnapshot(id, Histories.NOTE);
            assertTrue(told.installed().installed());
        }
    }

    @Test
    void snapshotBegunBeforeAnotherHistoryWasInstalledIsNotTaken() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        try (Storage storage = started()) {
            append(storage, entries(1, 1, 10));
            storage.takeSnapshot(
                    z(1, 10),
                    Histories.NOTE,
                    out -> {
                        begun.countDown();
                        awaitQuietly(go);
                        out.write(state(z(1, 10)));
                    });
            assertTrue(begun.await(20, TimeUnit.SECONDS));
            storage.installSnapshot(SnapshotId.EMPTY, Histories.NOTE);
            assertTrue(answers.installed().installed());
            go.countDown();
            assertNull(answers.taken());
        }
        try (Storage next = open(dir.copy())) {
            assertEquals(SnapshotId.EMPTY, next.recover(new Answers()).snapshot());
        }
    }

    @Test
    void thereIsNoRoomWhileTooManyBytesAreNotYetWritten() throws Exception {
        CountDownLatch free = new CountDownLatch(1);
        WatchedDirectory slow = new WatchedDirectory(dir, free);
        Storage storage =
                new FileStorage(slow, 1, MEMBERS, new StorageLimits(1 << 20, 5_000, 0), notes::add);
        storage.recover(answers);
        storage.append(entry(z(1, 1), 3_000));
        storage.flush();
        assertTrue(slow.awaitStuck(), "the writer is in its first sync");
        for (int i = 2; i <= 3; i++) {
            assertTrue(storage.hasRoom());
            storage.append(entry(z(1, i), 3_000));
            storage.flush();
        }
        assertFalse(storage.hasRoom());
        Thread loop = new Thread(storage::awaitRoom);
        loop.start();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (loop.getState() != Thread.State.WAITING && System.nanoTime() < deadline)
            Thread.onSpinWait();
        assertEquals(Thread.State.WAITING, loop.getState(), "the loop waits at the bound");
        free.countDown();
        loop.join(TimeUnit.SECONDS.toMillis(20));
        assertFalse(loop.isAlive());
        assertTrue(storage.hasRoom());
        answers.awaitSynced(3);
        storage.close();
    }

    @Test
    void aFailedStorageHasRoomSoThatTheLoopLearnsOfTheFailure() throws Exception {
        CountDownLatch free = new CountDownLatch(1);
        FaultyDirectory faulty = new FaultyDirectory();
        WatchedDirectory slow = new WatchedDirectory(faulty, free);
        Storage storage =
                new FileStorage(slow, 1, MEMBERS, new StorageLimits(1 << 20, 1_000, 0), notes::add);
        storage.recover(answers);
        storage.append(entry(z(1, 1), 3_000));
        storage.flush();
        assertTrue(slow.awaitStuck());
        storage.append(entry(z(1, 3), 3_000));
        storage.flush();
        assertFalse(storage.hasRoom());
        free.countDown();
        storage.awaitRoom();
        answers.failure();
        assertTrue(storage.hasRoom());
        storage.close();
    }

    private static void append(Storage storage, List<Entry> entries) {
        entries.forEach(storage::append);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            if (!latch.await(20, TimeUnit.SECONDS)) throw new AssertionError("not let go");
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
