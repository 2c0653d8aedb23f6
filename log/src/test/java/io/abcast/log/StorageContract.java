package io.abcast.log;

import static io.abcast.log.Histories.assertSame;
import static io.abcast.log.Histories.entries;
import static io.abcast.log.Histories.entry;
import static io.abcast.log.Histories.idOf;
import static io.abcast.log.Histories.state;
import static io.abcast.log.Histories.z;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that every kind of storage satisfies the contract of {@link Storage}. */
abstract class StorageContract {
    private static final int ALL = Integer.MAX_VALUE;

    final Answers answers = new Answers();
    Storage storage;

    abstract Storage open() throws IOException;

    @BeforeEach
    void openFresh() throws IOException {
        storage = open();
        Recovered recovered = storage.recover(answers);
        assertNull(recovered.persisted());
        assertEquals(SnapshotId.EMPTY, recovered.snapshot());
        assertEquals(Zxid.NONE, recovered.lastZxid());
        assertNull(recovered.partial());
    }

    @AfterEach
    void close() throws IOException {
        storage.close();
    }

    @Test
    void reportsEveryLogOperationAsOnePosition() throws IOException {
        append(entries(1, 1, 5));
        storage.truncate(z(1, 3));
        append(entries(2, 1, 1));
        storage.flush();
        answers.awaitSynced(7);
        storage.installSnapshot(SnapshotId.EMPTY, Histories.NOTE);
        storage.flush();
        answers.awaitSynced(8);
        assertTrue(answers.installed().installed());
        assertEquals(6, storage.figures().entries());
    }

    @Test
    void flushWithoutOperationsReportsNothing() throws IOException {
        append(entries(1, 1, 1));
        storage.flush();
        answers.awaitSynced(1);
        storage.flush();
        storage.flush();
        storage.persist(new byte[1]);
        answers.awaitPersisted(1);
        assertEquals(1, storage.figures().syncs());
    }

    @Test
    void readsEveryAppendRequestedBefore() throws IOException {
        append(entries(1, 1, 100));
        assertReads(Zxid.NONE, ALL, entries(1, 1, 100));
        assertReads(z(1, 60), ALL, entries(1, 61, 100));
        assertReads(z(1, 99), ALL, entries(1, 100, 100));
        assertReads(z(1, 100), ALL, List.of());
    }

    @Test
    void readsAtLeastOneEntryAndAtMostTheBytesAskedFor() throws IOException {
        append(entries(1, 1, 10));
        assertReads(z(1, 3), 1, entries(1, 4, 4));
        int three = entry(1, 4).bytes() + entry(1, 5).bytes() + entry(1, 6).bytes();
        assertReads(z(1, 3), three, entries(1, 4, 6));
        assertReads(z(1, 3), three - 1, entries(1, 4, 5));
    }

    @Test
    void readsNothingAfterAnEntryThatIsNotInTheLog() throws IOException {
        append(entries(1, 1, 5));
        append(entries(3, 1, 5));
        assertReads(z(1, 6), ALL, List.of());
        assertReads(z(2, 1), ALL, List.of());
        assertReads(z(3, 6), ALL, List.of());
        assertReads(z(1, 5), ALL, entries(3, 1, 5));
    }

    @Test
    void truncateRemovesEverythingAfter() throws IOException {
        append(entries(1, 1, 50));
        append(entries(2, 1, 50));
        storage.truncate(z(2, 10));
        assertReads(z(1, 50), ALL, entries(2, 1, 10));
        storage.truncate(z(1, 70));
        assertReads(z(1, 49), ALL, entries(1, 50, 50));
        storage.truncate(z(1, 20));
        append(entries(3, 1, 2));
        assertReads(z(1, 20), ALL, entries(3, 1, 2));
        storage.truncate(Zxid.NONE);
        assertReads(Zxid.NONE, ALL, List.of());
        append(entries(4, 1, 2));
        assertReads(Zxid.NONE, ALL, entries(4, 1, 2));
    }

    @Test
    void truncateAfterTheEndChangesNothing() throws IOException {
        append(entries(1, 1, 3));
        storage.truncate(z(1, 3));
        storage.truncate(z(9, 9));
        assertReads(Zxid.NONE, ALL, entries(1, 1, 3));
        storage.flush();
        answers.awaitSynced(5);
    }

    @Test
    void refusesAnEntryThatLeavesAGap() throws IOException {
        append(entries(1, 1, 3));
        storage.append(entry(1, 5));
        storage.flush();
        IOException failure = answers.failure();
        assertTrue(failure.getMessage().contains("1:5"), failure.getMessage());
        assertTrue(failure.getMessage().contains("follows 1:3"), failure.getMessage());
        assertRefusesEverything();
    }

    @Test
    void refusesToCutBelowTheSnapshot() throws IOException {
        append(entries(1, 1, 10));
        takeSnapshot(z(1, 8));
        storage.truncate(z(1, 7));
        storage.flush();
        IOException failure = answers.failure();
        assertTrue(failure.getMessage().contains("1:7"), failure.getMessage());
        assertRefusesEverything();
    }

    @Test
    void persistIsAnsweredInOrder() {
        for (int i = 0; i < 5; i++) storage.persist(new byte[] {(byte) i});
        answers.awaitPersisted(5);
    }

    @Test
    void snapshotCanBeOpenedAndReadInChunks() throws IOException {
        append(entries(1, 1, 4));
        SnapshotId id = takeSnapshot(z(1, 4));
        assertEquals(idOf(z(1, 4), state(z(1, 4))), id);
        assertArrayEquals(state(z(1, 4)), contentOf(id));
        byte[] all = state(z(1, 4));
        for (int offset = 0; offset < all.length; offset += 100) {
            storage.readSnapshot(id, offset, 100);
            Answers.Chunk chunk = answers.chunk();
            assertEquals(offset, chunk.offset());
            byte[] expected = Arrays.copyOfRange(all, offset, Math.min(all.length, offset + 100));
            assertArrayEquals(expected, chunk.bytes());
        }
        storage.readSnapshot(id, all.length, 100);
        assertEquals(0, answers.chunk().bytes().length);
        storage.readSnapshot(new SnapshotId(id.zxid(), id.bytes(), id.crc() + 1), 0, 100);
        assertNull(answers.chunk().bytes());
    }

    @Test
    void aSnapshotIsTakenThoughItsWriterInterruptsItsThread() throws IOException {
        append(entries(1, 1, 4));
        storage.takeSnapshot(
                z(1, 4),
                Histories.NOTE,
                out -> {
                    Thread.currentThread().interrupt();
                    out.write(new byte[3 << 20]);
                    Thread.currentThread().interrupt();
                });
        assertEquals(3 << 20, answers.taken().bytes());
    }

    @Test
    void theLogContinuesWhileASnapshotIsBeingWritten() throws Exception {
        append(entries(1, 1, 10));
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Thread loop = Thread.currentThread();
        storage.takeSnapshot(
                z(1, 10),
                Histories.NOTE,
                out -> {
                    if (Thread.currentThread() == loop) throw new IOException("on the loop");
                    begun.countDown();
                    try {
                        if (!go.await(20, TimeUnit.SECONDS)) throw new IOException("not let go");
                    } catch (InterruptedException e) {
                        throw new IOException(e);
                    }
                    out.write(state(z(1, 10)));
                });
        assertTrue(begun.await(20, TimeUnit.SECONDS));
        append(entries(1, 11, 20));
        storage.flush();
        answers.awaitSynced(20);
        assertReads(z(1, 10), ALL, entries(1, 11, 20));
        storage.takeSnapshot(z(1, 15), Histories.NOTE, out -> out.write(state(z(1, 15))));
        storage.takeSnapshot(z(1, 20), Histories.NOTE, out -> out.write(state(z(1, 20))));
        assertNull(answers.taken());
        go.countDown();
        assertEquals(z(1, 10), answers.taken().zxid());
        assertEquals(z(1, 15), answers.taken().zxid());
        assertEquals(2, storage.figures().snapshotsTaken());
    }

    @Test
    void aSnapshotThatAnInstallationHasOvertakenIsNotTaken() throws Exception {
        append(entries(1, 1, 10));
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        storage.takeSnapshot(
                z(1, 10),
                Histories.NOTE,
                out -> {
                    begun.countDown();
                    try {
                        if (!go.await(20, TimeUnit.SECONDS)) throw new IOException("not let go");
                    } catch (InterruptedException e) {
                        throw new IOException(e);
                    }
                    out.write(state(z(1, 10)));
                });
        assertTrue(begun.await(20, TimeUnit.SECONDS));
        storage.installSnapshot(SnapshotId.EMPTY, Histories.NOTE);
        storage.flush();
        answers.awaitSynced(11);
        go.countDown();
        assertNull(answers.taken());
    }

    @Test
    void keepsTheTwoNewestSnapshots() throws IOException {
        append(entries(1, 1, 30));
        SnapshotId first = takeSnapshot(z(1, 10));
        SnapshotId second = takeSnapshot(z(1, 20));
        SnapshotId third = takeSnapshot(z(1, 30));
        assertThrows(IOException.class, () -> contentOf(first));
        assertArrayEquals(state(z(1, 20)), contentOf(second));
        assertArrayEquals(state(z(1, 30)), contentOf(third));
    }

    @Test
    void keepsTheNamedSnapshotBesideTheTwoNewest() throws IOException {
        append(entries(1, 1, 50));
        SnapshotId first = takeSnapshot(z(1, 10));
        SnapshotId second = takeSnapshot(z(1, 20));
        storage.keepSnapshot(first);
        SnapshotId third = takeSnapshot(z(1, 30));
        SnapshotId fourth = takeSnapshot(z(1, 40));
        assertArrayEquals(state(z(1, 10)), contentOf(first));
        assertThrows(IOException.class, () -> contentOf(second));
        storage.purgeLog(z(1, 40));
        assertReads(z(1, 10), ALL, entries(1, 11, 50));
        storage.keepSnapshot(third);
        SnapshotId fifth = takeSnapshot(z(1, 50));
        assertThrows(IOException.class, () -> contentOf(first));
        for (SnapshotId kept : List.of(third, fourth, fifth))
            assertArrayEquals(state(kept.zxid()), contentOf(kept));
    }

    @Test
    void aSnapshotThatIsNoLongerNamedIsDroppedAndTheLogAfterIt() throws IOException {
        append(entries(1, 1, 200));
        SnapshotId first = takeSnapshot(z(1, 60));
        storage.keepSnapshot(first);
        takeSnapshot(z(1, 120));
        takeSnapshot(z(1, 160));
        storage.purgeLog(z(1, 120));
        assertReads(z(1, 60), ALL, entries(1, 61, 200));
        storage.keepSnapshot(SnapshotId.EMPTY);
        takeSnapshot(z(1, 200));
        assertThrows(IOException.class, () -> contentOf(first));
        storage.purgeLog(z(1, 160));
        assertReads(z(1, 160), ALL, entries(1, 161, 200));
    }

    @Test
    void aSnapshotHasADigestIfOneIsRequested() throws IOException {
        append(entries(1, 1, 10));
        takeSnapshot(z(1, 5));
        assertNull(answers.lastDigest());
        storage.takeSnapshot(z(1, 10), Histories.NOTE, true, out -> out.write(state(z(1, 10))));
        answers.taken();
        assertEquals(Digest.of(state(z(1, 10))), answers.lastDigest());
    }

    @Test
    void contentThatDoesNotMatchItsDigestIsNotInstalled() throws IOException {
        append(entries(1, 1, 3));
        byte[] content = state(z(5, 7));
        SnapshotId id = idOf(z(5, 7), content);
        transfer(id, content);
        storage.installSnapshot(id, Histories.NOTE, Digest.of(state(z(5, 8))));
        assertFalse(answers.installed().installed());
        assertReads(Zxid.NONE, ALL, entries(1, 1, 3));
        transfer(id, content);
        storage.installSnapshot(id, Histories.NOTE, Digest.of(content));
        assertTrue(answers.installed().installed());
        assertArrayEquals(content, contentOf(id));
    }

    @Test
    void snapshotWhoseWriterFailsIsNotTaken() throws IOException {
        append(entries(1, 1, 1));
        storage.takeSnapshot(
                z(1, 1),
                Histories.NOTE,
                out -> {
                    out.write(new byte[10]);
                    throw new IOException("state cannot be written");
                });
        assertNull(answers.taken());
        assertEquals(z(1, 1), takeSnapshot(z(1, 1)).zxid());
    }

    @Test
    void purgeKeepsEverythingAfterTheSnapshotAndAfterTheGivenEntry() throws IOException {
        append(entries(1, 1, 200));
        storage.purgeLog(z(1, 200));
        assertReads(Zxid.NONE, ALL, entries(1, 1, 200));
        takeSnapshot(z(1, 100));
        takeSnapshot(z(1, 150));
        storage.purgeLog(z(1, 60));
        assertReads(z(1, 60), ALL, entries(1, 61, 200));
        storage.purgeLog(z(1, 180));
        assertReads(z(1, 150), ALL, entries(1, 151, 200));
        append(entries(1, 201, 210));
        assertReads(z(1, 150), ALL, entries(1, 151, 210));
    }

    @Test
    void transferredSnapshotReplacesTheHistory() throws IOException {
        append(entries(1, 1, 20));
        takeSnapshot(z(1, 10));
        byte[] content = state(z(5, 7));
        SnapshotId id = idOf(z(5, 7), content);
        transfer(id, content);
        storage.installSnapshot(id, Histories.NOTE);
        assertEquals(new Answers.Installed(id, true), answers.installed());
        assertArrayEquals(content, contentOf(id));
        assertReads(z(1, 10), ALL, List.of());
        assertReads(z(5, 7), ALL, List.of());
        append(entries(5, 8, 9));
        append(entries(6, 1, 1));
        assertReads(z(5, 8), ALL, List.of(entry(5, 9), entry(6, 1)));
    }

    @Test
    void emptySnapshotInstallsWithoutTransfer() throws IOException {
        append(entries(1, 1, 20));
        takeSnapshot(z(1, 10));
        storage.installSnapshot(SnapshotId.EMPTY, Histories.NOTE);
        assertTrue(answers.installed().installed());
        append(entries(2, 1, 3));
        assertReads(Zxid.NONE, ALL, entries(2, 1, 3));
        assertEquals(0, contentOf(SnapshotId.EMPTY).length);
    }

    @Test
    void contentThatDoesNotMatchItsIdIsNotInstalled() throws IOException {
        append(entries(1, 1, 3));
        byte[] content = state(z(5, 7));
        SnapshotId id = idOf(z(5, 7), content);
        content[50]++;
        transfer(id, content);
        storage.installSnapshot(id, Histories.NOTE);
        assertFalse(answers.installed().installed());
        assertReads(Zxid.NONE, ALL, entries(1, 1, 3));

        storage.installSnapshot(id, Histories.NOTE);
        assertFalse(answers.installed().installed(), "the partial transfer is gone");
        storage.flush();
        answers.awaitSynced(5);
    }

    @Test
    void chunksAfterAGapAreNotWritten() {
        byte[] content = state(z(5, 7));
        SnapshotId id = idOf(z(5, 7), content);
        storage.writeSnapshot(id, 0, new byte[100]);
        assertEquals(new Answers.Written(id, 100), answers.written());
        storage.writeSnapshot(id, 150, new byte[10]);
        assertEquals(new Answers.Written(id, 100), answers.written());
        storage.writeSnapshot(id, 100, new byte[content.length]);
        assertEquals(
                new Answers.Written(id, 100), answers.written(), "more than the snapshot holds");
        storage.writeSnapshot(id, 0, new byte[30]);
        assertEquals(
                new Answers.Written(id, 30), answers.written(), "offset 0 restarts the transfer");
        SnapshotId other = new SnapshotId(z(5, 8), 500, 1);
        storage.writeSnapshot(other, 30, new byte[30]);
        assertEquals(
                new Answers.Written(other, 0),
                answers.written(),
                "another id restarts the transfer");
    }

    @Test
    void nothingIsAnsweredAfterClose() throws IOException {
        append(entries(1, 1, 3));
        storage.flush();
        answers.awaitSynced(3);
        storage.close();
        assertRefusesEverything();
    }

    private void assertRefusesEverything() throws IOException {
        long before = answers.synced();
        long persisted = answers.persisted();
        storage.append(entry(1, 4));
        storage.persist(new byte[3]);
        storage.flush();
        storage.close();
        assertEquals(before, answers.synced());
        assertEquals(persisted, answers.persisted());
    }

    final void append(List<Entry> entries) {
        entries.forEach(storage::append);
    }

    final SnapshotId takeSnapshot(long zxid) {
        storage.takeSnapshot(zxid, Histories.NOTE, out -> out.write(state(zxid)));
        return answers.taken();
    }

    final void transfer(SnapshotId id, byte[] content) {
        for (int offset = 0; offset < content.length; offset += 64) {
            byte[] chunk =
                    Arrays.copyOfRange(content, offset, Math.min(content.length, offset + 64));
            storage.writeSnapshot(id, offset, chunk);
            assertEquals(new Answers.Written(id, offset + chunk.length), answers.written());
        }
    }

    private byte[] contentOf(SnapshotId id) throws IOException {
        try (InputStream in = storage.openSnapshot(id)) {
            return in.readAllBytes();
        }
    }

    private void assertReads(long afterZxid, int bytesMax, List<Entry> expected) {
        storage.readLog(afterZxid, bytesMax);
        Answers.Read read = answers.read();
        assertEquals(afterZxid, read.afterZxid());
        assertSame(expected, read.entries());
    }
}
