package io.abcast.log;

import static io.abcast.log.Histories.MEMBERS;
import static io.abcast.log.Histories.entries;
import static io.abcast.log.Histories.entry;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Tests that the storage writes and syncs together all records that wait for the disk at the same time. */
final class GroupCommitTest {
    private static final StorageLimits LIMITS = new StorageLimits(1 << 20, 1 << 20, 0);

    private final Answers answers = new Answers();

    private Storage started(Directory dir) throws IOException {
        Storage storage =
                new FileStorage(
                        dir,
                        1,
                        MEMBERS,
                        LIMITS,
                        note -> {
                            throw new AssertionError(note);
                        });
        storage.recover(answers);
        return storage;
    }

    @Test
    void recordsOfOneFlushAreOneWriteAndOneSync() throws IOException {
        WatchedDirectory dir = new WatchedDirectory(new FaultyDirectory());
        try (Storage storage = started(dir)) {
            for (int flush = 0; flush < 5; flush++) {
                entries(1, flush * 100 + 1, flush * 100 + 100).forEach(storage::append);
                storage.flush();
                answers.awaitSynced(flush * 100 + 100);
            }
            assertEquals(Collections.nCopies(5, "1 writes"), dir.groups());
            assertEquals(5, storage.figures().syncs());
            assertEquals(500, storage.figures().entries());
        }
    }

    @Test
    void recordsHandedOverDuringASyncShareTheNext() throws Exception {
        CountDownLatch free = new CountDownLatch(1);
        WatchedDirectory dir = new WatchedDirectory(new FaultyDirectory(), free);
        try (Storage storage = started(dir)) {
            storage.append(entry(1, 1));
            storage.flush();
            assertTrue(dir.awaitStuck(), "the writer is in its first sync");
            for (int i = 2; i <= 100; i++) {
                storage.append(entry(1, i));
                storage.flush();
            }
            assertEquals(0, answers.synced());
            free.countDown();
            answers.awaitSynced(100);
            assertEquals(List.of("1 writes", "1 writes"), dir.groups());
            assertEquals(2, storage.figures().syncs());
        }
    }
}
