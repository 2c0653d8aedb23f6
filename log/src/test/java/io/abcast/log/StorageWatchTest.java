package io.abcast.log;

import static io.abcast.log.Histories.MEMBERS;
import static io.abcast.log.Histories.entry;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that the figures of a storage show a sync or a snapshot while it stalls, and the duration of each completed
 * sync and snapshot.
 */
final class StorageWatchTest {
    private static final long TICK_NANOS = 20_000_000;

    @TempDir private Path directory;
    private final Answers answers = new Answers();

    private Storage started(Directory dir) throws IOException {
        Storage storage =
                new FileStorage(
                        dir, 1, MEMBERS, new StorageLimits(1 << 20, 1 << 20, 0), note -> {});
        storage.recover(answers);
        return storage;
    }

    @Test
    void aStalledSyncIsShownWithTheBytesThatWaitForIt() throws Exception {
        CountDownLatch free = new CountDownLatch(1);
        WatchedDirectory dir = new WatchedDirectory(new FaultyDirectory(), free);
        try (Storage storage = started(dir)) {
            StorageWatch watch = storage.watch();
            assertEquals(0, watch.syncingNanos(System.nanoTime()));
            storage.append(entry(1, 1));
            storage.flush();
            assertTrue(dir.awaitStuck());
            assertTrue(watch.syncingNanos(System.nanoTime() + TICK_NANOS) >= TICK_NANOS);
            assertEquals(0, watch.handedOverBytes());
            storage.append(entry(1, 2));
            storage.flush();
            assertTrue(watch.handedOverBytes() > 0);
            assertEquals(0, watch.takeLongestSyncNanos(), "no sync has ended");
            free.countDown();
            answers.awaitSynced(2);
        }
    }

    @Test
    void eachSyncIsCountedAndTheLongestTakenOnce() throws Exception {
        try (Storage storage = started(new WatchedDirectory(new FaultyDirectory()))) {
            for (int i = 1; i <= 5; i++) {
                storage.append(entry(1, i));
                storage.flush();
                answers.awaitSynced(i);
            }
            StorageWatch watch = storage.watch();
            assertEquals(5, watch.syncs().view().count());
            assertEquals(storage.figures().syncs(), watch.syncs().view().count());
            assertEquals(watch.syncs().view().maxNanos(), watch.takeLongestSyncNanos());
            assertEquals(0, watch.takeLongestSyncNanos());
            assertEquals(0, watch.syncingNanos(System.nanoTime()));
            assertEquals(0, watch.handedOverBytes());
        }
    }

    @Test
    void aSnapshotIsShownWhileItIsWritten() throws Exception {
        for (Durability durability : Durability.values()) {
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch free = new CountDownLatch(1);
            Path dir = directory.resolve(durability.name());
            StorageWatch watch;
            try (Storage storage = Storages.open(durability, dir, 1, MEMBERS, note -> {})) {
                watch = storage.watch();
                storage.recover(new Answers());
                assertEquals(0, watch.snapshottingNanos(System.nanoTime()));
                storage.takeSnapshot(
                        0,
                        new byte[0],
                        out -> {
                            begun.countDown();
                            try {
                                free.await();
                            } catch (InterruptedException e) {
                                throw new IOException(e);
                            }
                        });
                begun.await();
                assertTrue(watch.snapshottingNanos(System.nanoTime() + TICK_NANOS) >= TICK_NANOS);
                free.countDown();
            }
            assertEquals(0, watch.snapshottingNanos(System.nanoTime()));
            assertEquals(1, watch.snapshots().view().count(), durability.name());
        }
    }
}
