package io.abcast.log;

import static io.abcast.log.Histories.MEMBERS;
import static io.abcast.log.Histories.assertSame;
import static io.abcast.log.Histories.entries;
import static io.abcast.log.Histories.entry;
import static io.abcast.log.Histories.idOf;
import static io.abcast.log.Histories.state;
import static io.abcast.log.Histories.z;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Entry;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests reads of the log when the log changes between the request of a read and its execution. */
@Execution(ExecutionMode.CONCURRENT)
final class LogReadsTest {
    private static final int ALL = Integer.MAX_VALUE;

    private static final StorageLimits LIMITS = new StorageLimits(600, 1 << 20, 256);

    private final FaultyDirectory dir = new FaultyDirectory();
    private final StorageSteps.Steps writer = new StorageSteps.Steps();
    private final StorageSteps.Pieces snapshots = StorageStepsTest.pieces();
    private final StorageSteps.Pieces spares = StorageStepsTest.pieces();
    private final StorageSteps.Pieces reads = StorageStepsTest.pieces();
    private final List<String> order = new ArrayList<>();
    private final Answers answers = new Answers();
    private Storage storage = open(LIMITS);

    private Storage open(StorageLimits limits) {
        StorageWork work = new StorageWork(snapshots, spares, reads, writer);
        return new FileStorage(dir, 1, MEMBERS, limits, note -> {}, work);
    }

    private final class Ordered implements Storage.Completions {
        @Override
        public void synced(long position) {
            answers.synced(position);
        }

        @Override
        public void persisted(long version) {
            answers.persisted(version);
        }

        @Override
        public void logRead(long afterZxid, List<Entry> entries) {
            order.add("log after " + Zxid.toString(afterZxid));
            answers.logRead(afterZxid, entries);
        }

        @Override
        public void snapshotTaken(SnapshotId snapshot, Digest content) {
            answers.snapshotTaken(snapshot, content);
        }

        @Override
        public void snapshotRead(SnapshotId snapshot, long offset, byte[] bytes) {
            order.add("snapshot from " + offset);
            answers.snapshotRead(snapshot, offset, bytes);
        }

        @Override
        public void snapshotWritten(SnapshotId snapshot, long nextOffset) {
            answers.snapshotWritten(snapshot, nextOffset);
        }

        @Override
        public void snapshotInstalled(SnapshotId snapshot, boolean installed) {
            answers.snapshotInstalled(snapshot, installed);
        }

        @Override
        public void failed(IOException cause) {
            answers.failed(cause);
        }
    }

    @BeforeEach
    void start() throws IOException {
        storage.recover(new Ordered());
    }

    @AfterEach
    void close() throws IOException {
        storage.close();
    }

    private void append(int epoch, int from, int to) {
        entries(epoch, from, to).forEach(storage::append);
        storage.flush();
    }

    private void write() throws IOException {
        while (writer.write()) writer.writer.sync();
    }

    private void read() {
        reads.awaitEnd();
    }

    private SnapshotId snapshot(int counter) {
        storage.takeSnapshot(z(1, counter), Histories.NOTE, out -> out.write(state(z(1, counter))));
        snapshots.runFirst();
        return answers.taken();
    }

    private List<String> segments() {
        return dir.list().stream().filter(name -> FileNames.segmentZxid(name) >= 0).toList();
    }

    @Test
    void aWaitingReadDelaysNoSync() throws IOException {
        append(1, 1, 10);
        storage.readLog(Zxid.NONE, ALL);
        write();
        append(1, 11, 20);
        write();
        assertEquals(20, answers.synced());
        assertEquals(List.of(), order);
        read();
        List<Entry> entries = answers.read().entries();
        assertSame(entries(1, 1, 10), entries.subList(0, 10));
    }

    @Test
    void aRecordInThePlaceOfAnotherOneIsNotRead() throws IOException {
        for (int i = 1; i <= 6; i++) storage.append(entry(z(1, i), 30));
        storage.flush();
        write();
        byte[] segment = dir.bytes(segments().get(0));
        int bytes = Records.HEADER_BYTES + 30;
        int at = Records.SEGMENT_HEADER_BYTES;
        System.arraycopy(segment, at + 4 * bytes, segment, at + 2 * bytes, bytes);
        storage.readLog(z(1, 1), ALL);
        write();
        read();
        assertInstanceOf(CorruptLogException.class, answers.failure());
    }

    @Test
    void aReadSeesEntriesAppendedBeforeItThoughTheyAreNotFlushed() throws IOException {
        append(1, 1, 5);
        entries(1, 6, 8).forEach(storage::append);
        storage.readLog(z(1, 4), ALL);
        HandOver.Batch first = writer.handOver.poll();
        writer.writer.write(first);
        read();
        assertSame(entries(1, 5, 8), answers.read().entries());
    }

    @Test
    void answersComeInTheOrderOfTheCalls() throws IOException {
        append(1, 1, 10);
        write();
        SnapshotId id = snapshot(5);
        storage.readLog(z(1, 7), ALL);
        storage.readSnapshot(id, 0, 10);
        storage.readLog(z(1, 9), ALL);
        storage.readSnapshot(id, 10, 10);
        storage.readLog(z(1, 2), ALL);
        write();
        read();
        assertEquals(
                List.of(
                        "log after 1:7",
                        "snapshot from 0",
                        "log after 1:9",
                        "snapshot from 10",
                        "log after 1:2"),
                order);
    }

    @Test
    void aCutInvalidatesEarlierReads() throws IOException {
        append(1, 1, 40);
        storage.readLog(Zxid.NONE, ALL);
        storage.readLog(z(1, 30), ALL);
        write();
        storage.truncate(z(1, 3));
        for (int counter = 1; counter <= 5; counter++) storage.append(entry(z(2, counter), 33));
        storage.flush();
        storage.readLog(z(1, 2), ALL);
        write();
        read();
        assertSame(List.of(), answers.read().entries());
        assertSame(List.of(), answers.read().entries());
        List<Entry> now = answers.read().entries();
        assertEquals(z(1, 3), now.get(0).zxid());
        assertEquals(z(2, 5), now.get(5).zxid());
        assertFalse(answers.hasFailed());
    }

    @Test
    void anInstallationInvalidatesEarlierReads() throws IOException {
        append(1, 1, 40);
        storage.readLog(Zxid.NONE, ALL);
        write();
        byte[] content = state(z(5, 7));
        SnapshotId id = idOf(z(5, 7), content);
        storage.writeSnapshot(id, 0, content);
        storage.installSnapshot(id, Histories.NOTE);
        for (int counter = 8; counter <= 30; counter++) storage.append(entry(z(5, counter), 33));
        storage.readSnapshot(id, 0, 10);
        write();
        assertTrue(answers.installed().installed());
        read();
        assertSame(List.of(), answers.read().entries());
        assertEquals(10, answers.chunk().bytes().length);
        assertFalse(answers.hasFailed());
    }

    @Test
    void aPurgeKeepsSegmentsThatAReadNeedsAndContinuesLater() throws IOException {
        append(1, 1, 100);
        write();
        snapshot(80);
        snapshot(90);
        int before = segments().size();
        storage.readLog(z(1, 35), ALL);
        storage.purgeLog(z(1, 100));
        write();
        spares.awaitEnd();
        int kept = segments().size();
        assertTrue(kept < before, "segments that no read needs are removed at once");
        read();
        assertSame(entries(1, 36, 100), answers.read().entries());
        append(1, 101, 101);
        write();
        assertTrue(segments().size() < kept, "segments that a read needed are removed after it");
        storage.readLog(z(1, 80), ALL);
        write();
        read();
        assertSame(entries(1, 81, 101), answers.read().entries());
    }

    @Test
    void aSnapshotThatWasDeletedMeanwhileIsNotHeld() throws IOException {
        append(1, 1, 30);
        write();
        SnapshotId first = snapshot(5);
        SnapshotId second = snapshot(10);
        storage.readSnapshot(first, 0, 10);
        storage.readSnapshot(second, 0, 10);
        write();
        snapshot(15);
        read();
        assertNull(answers.chunk().bytes());
        assertEquals(10, answers.chunk().bytes().length);
    }

    @Test
    void aDamagedEntryEndsTheStorageAndItsAnswers() throws IOException {
        append(1, 1, 10);
        write();
        storage.readLog(Zxid.NONE, ALL);
        storage.readLog(z(1, 2), ALL);
        write();
        String name = segments().get(0);
        dir.bytes(name)[Records.SEGMENT_HEADER_BYTES + Records.HEADER_BYTES + 3] ^= 1;
        read();
        CorruptLogException failure =
                assertInstanceOf(CorruptLogException.class, answers.failure());
        assertTrue(failure.getMessage().contains(name), failure.getMessage());
        assertTrue(failure.getMessage().contains("cannot be read back"), failure.getMessage());
        assertEquals(List.of(), order);
    }

    @Test
    void closingAnswersTheWaitingReads() throws IOException {
        append(1, 1, 5);
        storage.readLog(Zxid.NONE, ALL);
        storage.readLog(z(1, 1), ALL);
        storage.close();
        assertSame(entries(1, 1, 5), answers.read().entries());
        assertSame(entries(1, 2, 5), answers.read().entries());
    }

    @Test
    void waitingReadsTakeRoom() throws IOException {
        storage.close();
        for (StorageSteps.Pieces queue : List.of(snapshots, spares, reads)) queue.shut = false;
        storage = open(new StorageLimits(600, 2L * HandOver.ITEM_BYTES_MIN, 0));
        storage.recover(new Ordered());
        for (int i = 0; i < 3; i++) storage.readLog(Zxid.NONE, 1);
        write();
        assertFalse(storage.hasRoom());
        reads.runFirst();
        assertTrue(storage.hasRoom());
        read();
    }

    @Test
    void theWriterContinuesWhileAReadStalls() throws Exception {
        FaultyDirectory faulty = new FaultyDirectory();
        WatchedDirectory slow = new WatchedDirectory(faulty);
        Answers told = new Answers();
        try (Storage threads = new FileStorage(slow, 1, MEMBERS, LIMITS, note -> {})) {
            threads.recover(told);
            entries(1, 1, 5).forEach(threads::append);
            threads.flush();
            told.awaitSynced(5);
            slow.holdReads();
            try {
                threads.readLog(Zxid.NONE, ALL);
                assertTrue(slow.awaitReading(), "the read has begun");
                entries(1, 6, 10).forEach(threads::append);
                threads.flush();
                threads.persist(new byte[1]);
                told.awaitSynced(10);
                told.awaitPersisted(1);
            } finally {
                slow.letReadsGo();
            }
            assertSame(entries(1, 1, 5), told.read().entries());
        }
        assertFalse(told.hasFailed());
    }
}
