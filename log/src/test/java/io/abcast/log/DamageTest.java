package io.abcast.log;

import static io.abcast.log.Histories.MEMBERS;
import static io.abcast.log.Histories.entries;
import static io.abcast.log.Histories.entry;
import static io.abcast.log.Histories.state;
import static io.abcast.log.Histories.z;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Tests recovery of a directory that was damaged while no member used it. The directory holds the entries 1:1 to 1:40,
 * snapshots at 1:25 and 1:35, and a persisted state, all synced.
 */
@Execution(ExecutionMode.CONCURRENT)
final class DamageTest {
    private static final StorageLimits LIMITS = new StorageLimits(400, 1 << 20, 128);
    private static final byte[] STATE = {4, 5, 6};

    private final List<String> notes = new ArrayList<>();
    private FaultyDirectory dir;

    @BeforeEach
    void fill() throws IOException {
        dir = new FaultyDirectory();
        Answers answers = new Answers();
        try (Storage storage = storage(dir)) {
            storage.recover(answers);
            storage.persist(STATE);
            for (Entry entry : entries(1, 1, 40)) {
                storage.append(entry);
                if (Zxid.counter(entry.zxid()) % 3 == 0) storage.flush();
            }
            storage.flush();
            takeSnapshot(storage, answers, 25);
            takeSnapshot(storage, answers, 35);
            answers.awaitSynced(40);
        }
    }

    private static void takeSnapshot(Storage storage, Answers answers, int counter) {
        storage.takeSnapshot(z(1, counter), Histories.NOTE, out -> out.write(state(z(1, counter))));
        assertEquals(z(1, counter), answers.taken().zxid());
    }

    private Storage storage(FaultyDirectory in) {
        return new FileStorage(in, 1, MEMBERS, LIMITS, notes::add);
    }

    private Recovered recover(FaultyDirectory in) throws IOException {
        try (Storage storage = storage(in)) {
            return storage.recover(new Answers());
        }
    }

    private String refusal(FaultyDirectory in) {
        return assertThrows(CorruptLogException.class, () -> recover(in)).getMessage();
    }

    private List<String> named(String prefix) {
        return dir.list().stream().filter(name -> name.startsWith(prefix)).toList();
    }

    @Test
    void undamagedDirectoryIsRecovered() throws IOException {
        Recovered recovered = recover(dir);
        assertArrayEquals(STATE, recovered.persisted());
        assertEquals(z(1, 35), recovered.snapshot().zxid());
        assertEquals(Zxid.NONE, recovered.logAfter());
        assertEquals(z(1, 40), recovered.lastZxid());
        assertArrayEquals(new long[] {z(1, 40)}, recovered.epochEnds());
        assertEquals(List.of(), notes);
    }

    @Test
    void flippedBitInTheLogIsRefusedOrCostsNoEntry() throws IOException {
        for (String name : named("log-")) {
            int size = dir.bytes(name).length;
            for (int i = 0; i < size; i++) {
                FaultyDirectory damaged = dir.copy();
                damaged.bytes(name)[i] ^= (byte) (1 << i % 8);
                try {
                    Recovered recovered = recover(damaged);
                    assertEquals(z(1, 40), recovered.lastZxid(), name + " at " + i);
                } catch (CorruptLogException e) {
                    assertTrue(e.getMessage().contains("abcast log verify faulty"), e.getMessage());
                    assertTrue(e.getMessage().contains(name), e.getMessage());
                }
            }
        }
    }

    @Test
    void everyFlippedBitInAnEntryIsRefused() throws IOException {
        String name = named("log-").get(0);
        SegmentScan scan;
        try (Directory.DataFile file = dir.openToRead(name)) {
            scan = SegmentScan.scan(name, file, new RecordReader(), 1, at -> {});
        }
        for (int i = 0; i < scan.end(); i++) {
            FaultyDirectory damaged = dir.copy();
            damaged.bytes(name)[i] ^= (byte) (1 << i % 8);
            refusal(damaged);
        }
    }

    @Test
    void flippedBitInTheStateIsRefused() {
        for (int i = 0; i < dir.bytes(FileNames.STATE).length; i++) {
            FaultyDirectory damaged = dir.copy();
            damaged.bytes(FileNames.STATE)[i] ^= (byte) (1 << i % 8);
            assertTrue(refusal(damaged).contains("state at offset"));
        }
    }

    @Test
    void flippedBitInTheNewestSnapshotFallsBackToTheOlderOneAndTheLog() throws IOException {
        String newest = named("snapshot-").get(1);
        for (int i = 0; i < dir.bytes(newest).length; i += 7) {
            FaultyDirectory damaged = dir.copy();
            damaged.bytes(newest)[i] ^= (byte) (1 << i % 8);
            notes.clear();
            Recovered recovered = recover(damaged);
            assertEquals(z(1, 25), recovered.snapshot().zxid());
            assertEquals(z(1, 40), recovered.lastZxid());
            assertTrue(notes.get(0).contains("damaged"), notes.toString());
            recover(damaged);
        }
    }

    @Test
    void purgeKeepsTheLogAfterTheOlderSnapshot() throws IOException {
        int before = named("log-").size();
        try (Storage storage = storage(dir)) {
            storage.recover(new Answers());
            storage.purgeLog(z(1, 40));
            storage.flush();
        }
        assertTrue(named("log-").size() < before, "the purge removes segments");
        dir.bytes(named("snapshot-").get(1))[60] ^= 1;
        Recovered recovered = recover(dir);
        assertEquals(z(1, 25), recovered.snapshot().zxid());
        assertTrue(recovered.logAfter() <= z(1, 25), Zxid.toString(recovered.logAfter()));
        assertEquals(z(1, 40), recovered.lastZxid());
    }

    @Test
    void damagedSnapshotIsRefusedIfTheLogDoesNotReachIt() throws IOException {
        installAndLeaveNoLog();
        String newest = named("snapshot-").get(0);
        dir.bytes(newest)[60] ^= 1;
        for (int start = 0; start < 2; start++) {
            String refusal = refusal(dir);
            assertTrue(
                    refusal.contains("checksum") && refusal.contains("no older snapshot"), refusal);
        }
    }

    private void installAndLeaveNoLog() throws IOException {
        Answers answers = new Answers();
        try (Storage storage = storage(dir)) {
            storage.recover(answers);
            byte[] content = state(z(2, 5));
            SnapshotId id = Histories.idOf(z(2, 5), content);
            storage.writeSnapshot(id, 0, content);
            storage.installSnapshot(id, Histories.NOTE);
            assertTrue(answers.installed().installed());
        }
    }

    @Test
    void missingSegmentIsRefused() {
        List<String> segments = named("log-");
        for (int i = 1; i < segments.size() - 1; i++) {
            FaultyDirectory damaged = dir.copy();
            damaged.remove(segments.get(i));
            String refusal = refusal(damaged);
            assertTrue(
                    refusal.contains(segments.get(i + 1)) && refusal.contains("segment continues"),
                    refusal);
        }
    }

    @Test
    void missingSegmentAtTheBorderOfAnEpochIsRefused() throws IOException {
        try (Storage storage = storage(dir)) {
            Answers answers = new Answers();
            storage.recover(answers);
            for (int epoch = 2; epoch < 40; epoch++) storage.append(entry(epoch, 1));
            storage.flush();
            answers.awaitSynced(38);
        }
        List<String> segments = named("log-");
        dir.remove(segments.get(segments.size() - 2));
        assertTrue(refusal(dir).contains("segment continues"));
    }

    @Test
    void logThatBeginsAfterTheSnapshotIsRefused() {
        List<String> segments = named("log-");
        String last = segments.get(segments.size() - 1);
        for (String segment : segments) if (!segment.equals(last)) dir.remove(segment);
        named("snapshot-").subList(1, 2).forEach(dir::remove);
        String refusal = refusal(dir);
        assertTrue(refusal.contains("entries between them are missing"), refusal);
    }

    /** In ZooKeeper's issue 2325, a server with a log and without snapshots started with an empty database. */
    @Test
    void missingSnapshotsAreRefused() {
        named("snapshot-").forEach(dir::remove);
        assertTrue(refusal(dir).contains("no snapshot is left"));
        named("log-").forEach(dir::remove);
        assertTrue(refusal(dir).contains("no snapshot is left"));
    }

    @Test
    void missingStateIsRefused() {
        dir.remove(FileNames.STATE);
        assertTrue(refusal(dir).contains("this file is missing"));
    }

    @Test
    void missingIdentityIsRefused() {
        dir.remove(FileNames.IDENTITY);
        String refusal = refusal(dir);
        assertTrue(refusal.contains("identity") && refusal.contains("is missing"), refusal);
    }

    @Test
    void directoryOfAnotherMemberOrEnsembleIsRefused() {
        String other =
                assertThrows(
                                IOException.class,
                                () ->
                                        new FileStorage(dir, 2, MEMBERS, LIMITS, notes::add)
                                                .recover(new Answers()))
                        .getMessage();
        assertTrue(other.contains("belongs to server 1 of members 1,2,3"), other);
        assertTrue(other.contains("not to server 2 of members 1,2,3"), other);
        Membership five = Membership.of(1, 2, 3, 4, 5);
        String changed =
                assertThrows(
                                IOException.class,
                                () ->
                                        new FileStorage(dir, 1, five, LIMITS, notes::add)
                                                .recover(new Answers()))
                        .getMessage();
        assertTrue(changed.contains("not to server 1 of members 1,2,3,4,5"), changed);
    }

    @Test
    void tornTailIsCutAndReportedOnce() throws IOException {
        String last = named("log-").get(named("log-").size() - 1);
        byte[] bytes = dir.bytes(last);
        SegmentScan scan;
        try (Directory.DataFile file = dir.openToRead(last)) {
            scan = SegmentScan.scan(last, file, new RecordReader(), 1, at -> {});
        }
        int end = (int) scan.end();
        byte[] torn = Arrays.copyOf(bytes, end + 90);
        Arrays.fill(torn, end + 8, end + 90, (byte) 0x5A);
        dir.replace(last, torn);
        assertEquals(z(1, 40), recover(dir).lastZxid());
        assertEquals(1, notes.size(), notes.toString());
        assertTrue(
                notes.get(0).contains(last) && notes.get(0).contains("offset " + end),
                notes.get(0));
        notes.clear();
        assertEquals(z(1, 40), recover(dir).lastZxid());
        assertEquals(List.of(), notes);
    }

    @Test
    void goodEntriesAfterABadOneWithoutAMarkAreAnUnfinishedWrite() throws IOException {
        SegmentedLog log =
                new SegmentedLog(
                        dir,
                        1,
                        new DirectoryFormat(dir, new Identity(1, MEMBERS)),
                        LIMITS,
                        new SpareSegments(dir, LIMITS, task -> false, notes::add),
                        new RecordReader(),
                        z(1, 40),
                        List.of(),
                        new OpenVotes());
        for (Entry entry : entries(2, 1, 4)) log.append(entry);
        log.writeOut();
        dir.bytes(FileNames.segment(z(1, 41), 0))[80] ^= 1;
        assertEquals(z(1, 40), recover(dir).lastZxid());
        assertTrue(notes.get(0).contains("it held 3 readable entries"), notes.toString());
    }

    @Test
    void aWholeRecordInAWrongPlaceIsDamage() throws IOException {
        FaultyDirectory other = new FaultyDirectory();
        try (Storage storage = storage(other)) {
            Answers answers = new Answers();
            storage.recover(answers);
            for (int i = 1; i <= 4; i++) {
                storage.append(Histories.entry(1, i));
                storage.flush();
                answers.awaitSynced(i);
            }
        }
        String name = FileNames.segment(1, 0);
        List<LogPlaces.Place> places = LogPlaces.provenDurable(other);
        byte[] segment = other.bytes(name);
        for (LogPlaces.Place from : places)
            for (LogPlaces.Place to : places) {
                if (from.offset() == to.offset() || from.bytes() != to.bytes()) continue;
                byte[] damaged = segment.clone();
                System.arraycopy(segment, from.offset(), damaged, to.offset(), from.bytes());
                other.replace(name, damaged);
                String said = assertThrows(IOException.class, () -> recover(other)).getMessage();
                assertTrue(said.contains("offset " + to.offset()), said);
            }
    }

    @Test
    void aRecordOfAnotherSegmentIsDamage() {
        ByteBuffer first = Records.segmentHeader(6, 1, 1, 0, 0);
        ByteBuffer second = Records.segmentHeader(6, 1, 1, 0, 1);
        assertNotEquals(Records.segmentSeal(first), Records.segmentSeal(second));
        assertEquals(0, Records.segmentSeal(Records.segmentHeader(5, 1, 1, 0, 0)));
        int seal = Records.segmentSeal(first);
        assertNotEquals(Records.seal(seal, 40), Records.seal(seal, 40 + (1L << 32)));
    }

    @Test
    void twoStoragesCannotShareADirectory() throws IOException {
        try (Storage first = storage(dir)) {
            first.recover(new Answers());
            assertThrows(IOException.class, () -> recover(dir));
        }
        recover(dir);
    }
}
