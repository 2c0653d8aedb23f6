package io.abcast.log;

import static io.abcast.log.Histories.MEMBERS;
import static io.abcast.log.Histories.entry;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Entry;
import io.abcast.kernel.SnapshotId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests a storage in files without threads: the test executes each step of the storage's work. */
final class StorageStepsTest {
    private static final StorageLimits LIMITS = new StorageLimits(1 << 20, 5_000, 0);

    private final List<String> trace = new ArrayList<>();
    private final FaultyDirectory dir = new FaultyDirectory();
    private final StorageSteps.Steps steps = new StorageSteps.Steps();
    private final StorageSteps.Pieces snapshots = pieces();
    private final StorageSteps.Pieces reads = pieces();
    private final Storage storage =
            new FileStorage(
                    dir,
                    1,
                    MEMBERS,
                    LIMITS,
                    trace::add,
                    new StorageWork(snapshots, pieces(), reads, steps));

    static StorageSteps.Pieces pieces() {
        return new StorageSteps.Pieces(() -> {});
    }

    private final class Trace implements Storage.Completions {
        @Override
        public void synced(long position) {
            trace.add("synced " + position);
        }

        @Override
        public void persisted(long version) {
            trace.add("persisted " + version);
        }

        @Override
        public void logRead(long afterZxid, List<Entry> entries) {
            trace.add("read " + entries.size());
        }

        @Override
        public void snapshotTaken(SnapshotId snapshot, Digest content) {
            trace.add(snapshot == null ? "not taken" : "taken");
        }

        @Override
        public void snapshotRead(SnapshotId snapshot, long offset, byte[] bytes) {}

        @Override
        public void snapshotWritten(SnapshotId snapshot, long nextOffset) {}

        @Override
        public void snapshotInstalled(SnapshotId snapshot, boolean installed) {
            trace.add(installed ? "installed" : "not installed");
        }

        @Override
        public void failed(IOException cause) {
            trace.add("failed");
        }
    }

    private List<String> seen() {
        List<String> seen = List.copyOf(trace);
        trace.clear();
        return seen;
    }

    private void append(int counter, int bytes) {
        storage.append(entry(Histories.z(1, counter), bytes));
        storage.flush();
    }

    @Test
    void recordsHandedOverDuringASyncAreTheNextGroup() throws IOException {
        storage.recover(new Trace());
        append(1, 10);
        append(2, 10);
        assertTrue(steps.write());
        append(3, 10);
        append(4, 10);
        assertEquals(List.of(), seen(), "nothing is reported before the sync");
        steps.writer.sync();
        assertEquals(List.of("synced 2"), seen());
        assertTrue(steps.write());
        steps.writer.sync();
        assertEquals(List.of("synced 4"), seen());
        assertFalse(steps.write());
        assertEquals(2, storage.figures().syncs());
        storage.close();
    }

    @Test
    void aReadRunsWhenItsTaskRuns() throws IOException {
        storage.recover(new Trace());
        append(1, 10);
        storage.readLog(0, 1000);
        storage.persist(new byte[3]);
        steps.write();
        assertEquals(List.of("persisted 1"), seen());
        steps.writer.sync();
        assertEquals(List.of("synced 1"), seen());
        reads.runFirst();
        assertEquals(List.of("read 1"), seen());
        assertTrue(reads.waiting.isEmpty());
        storage.close();
    }

    @Test
    void roomReturnsWithTheWriteStepNotWithTheCalls() throws IOException {
        storage.recover(new Trace());
        append(1, 3_000);
        assertTrue(storage.hasRoom());
        append(2, 3_000);
        assertFalse(storage.hasRoom());
        append(3, 3_000);
        steps.write();
        assertTrue(storage.hasRoom());
        steps.writer.sync();
        assertEquals(List.of("synced 3"), seen());
        storage.close();
    }

    @Test
    void aCrashBeforeTheSyncKeepsEverythingReported() throws IOException {
        storage.recover(new Trace());
        append(1, 10);
        steps.write();
        steps.writer.sync();
        append(2, 10);
        steps.write();
        FaultyDirectory after = dir.copy();
        try (Storage next = new FileStorage(after, 1, MEMBERS, LIMITS, trace::add)) {
            assertTrue(next.recover(new Answers()).lastZxid() >= Histories.z(1, 1));
        }
        storage.close();
    }

    @Test
    void aSnapshotIsTakenWhenItsTaskRunsAndAThirdIsRefused() throws IOException {
        storage.recover(new Trace());
        append(1, 10);
        steps.write();
        steps.writer.sync();
        seen();
        for (int i = 0; i < 3; i++)
            storage.takeSnapshot(Histories.z(1, 1), new byte[0], out -> out.write(1));
        steps.write();
        steps.writer.sync();
        assertEquals(2, trace.size(), trace::toString);
        assertEquals("not taken", trace.get(1));
        seen();
        snapshots.runFirst();
        assertEquals(List.of("taken"), seen());
        storage.close();
    }

    @Test
    void aSnapshotOfAReplacedHistoryIsNotTaken() throws IOException {
        storage.recover(new Trace());
        append(1, 10);
        storage.takeSnapshot(Histories.z(1, 1), new byte[0], out -> out.write(1));
        byte[] content = Histories.state(Histories.z(2, 5));
        SnapshotId other = Histories.idOf(Histories.z(2, 5), content);
        storage.writeSnapshot(other, 0, content);
        storage.installSnapshot(other, Histories.NOTE);
        steps.write();
        steps.writer.sync();
        assertTrue(seen().contains("installed"));
        snapshots.runFirst();
        List<String> seen = seen();
        assertTrue(seen.contains("not taken") && !seen.contains("taken"), seen::toString);
        storage.close();
        try (Storage next = new FileStorage(dir, 1, MEMBERS, LIMITS, trace::add)) {
            assertEquals(other, next.recover(new Answers()).snapshot());
        }
    }

    @Test
    void closingCompletesWhatWasHandedOver() throws IOException {
        storage.recover(new Trace());
        append(1, 10);
        append(2, 10);
        storage.close();
        assertEquals(List.of("synced 2"), seen());
    }
}
