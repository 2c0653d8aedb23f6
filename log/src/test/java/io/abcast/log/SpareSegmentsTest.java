package io.abcast.log;

import static io.abcast.log.Histories.AT_ONCE;
import static io.abcast.log.Histories.MEMBERS;
import static io.abcast.log.Histories.entries;
import static io.abcast.log.Histories.preparing;
import static io.abcast.log.Histories.state;
import static io.abcast.log.Histories.z;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Entry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Tests spare segments, which are prepared before the log needs them, in new files and in reused files. */
final class SpareSegmentsTest {
    private static final StorageLimits LIMITS = new StorageLimits(600, 1 << 20, 256);

    private final FaultyDirectory dir = new FaultyDirectory();
    private final List<String> notes = new ArrayList<>();
    private Answers answers = new Answers();

    private Storage started(Predicate<Runnable> beside) throws IOException {
        Storage storage = new FileStorage(dir, 1, MEMBERS, LIMITS, notes::add, preparing(beside));
        storage.recover(answers);
        return storage;
    }

    private void append(Storage storage, int from, int to) {
        entries(1, from, to).forEach(storage::append);
        storage.flush();
        answers.awaitSynced(to);
    }

    private void purge(Storage storage, int through) {
        // The test takes two snapshots, because the storage keeps the log after the older of its
        // two newest snapshots.
        snapshot(storage, answers, through);
        snapshot(storage, answers, through + 1);
        storage.purgeLog(z(1, through));
        storage.readLog(z(1, through), 1);
        answers.read();
    }

    private static void snapshot(Storage storage, Answers answers, int at) {
        storage.takeSnapshot(z(1, at), Histories.NOTE, out -> out.write(state(z(1, at))));
        answers.taken();
    }

    private List<String> spares() {
        return dir.list().stream().filter(name -> name.startsWith("spare-")).toList();
    }

    private List<String> segments() {
        return dir.list().stream().filter(name -> FileNames.segmentZxid(name) >= 0).toList();
    }

    private static boolean zeros(byte[] bytes, int from) {
        for (int at = from; at < bytes.length; at++) if (bytes[at] != 0) return false;
        return true;
    }

    @Test
    void aSegmentIsReadyBeforeItIsNeededAndHoldsZeros() throws IOException {
        try (Storage storage = started(AT_ONCE)) {
            append(storage, 1, 2);
            assertEquals(
                    List.of(), spares(), "no spare while the first segment is less than half full");
            append(storage, 3, 7);
            assertEquals(1, segments().size());
            assertEquals(List.of("spare-1.tmp"), spares());
            byte[] spare = dir.bytes("spare-1.tmp");
            assertEquals(LIMITS.segmentBytes(), spare.length);
            assertTrue(zeros(spare, 0));
            append(storage, 8, 16);
            assertEquals(2, segments().size());
            assertEquals(
                    600, dir.bytes(segments().get(1)).length, "the spare file became the segment");
            assertEquals(List.of("spare-2.tmp"), spares());
        }
        assertEquals(List.of(), spares());
        assertEquals(List.of(), notes);
    }

    @Test
    void purgedSegmentsAreReusedAndNoneOfTheirOldRecordsIsFound() throws IOException {
        try (Storage storage = started(AT_ONCE)) {
            append(storage, 1, 100);
            int before = segments().size();
            purge(storage, 90);
            assertTrue(segments().size() < before - SpareSegments.SPARES_MAX);
            assertEquals(SpareSegments.SPARES_MAX, spares().size(), "only so many: " + spares());
            for (String spare : spares()) assertTrue(zeros(dir.bytes(spare), 0), spare);
            append(storage, 101, 130);
        }
        answers = new Answers();
        try (Storage storage = started(AT_ONCE)) {
            storage.readLog(z(1, 95), 1 << 20);
            List<Entry> expected = entries(1, 96, 130);
            Histories.assertSame(expected, answers.read().entries());
        }
        assertEquals(List.of(), notes);
    }

    @Test
    void afterAPowerCutARecycledSegmentHoldsWhatWasSyncedAndZeros() throws IOException {
        long seed = Long.getLong("abcast.seed", System.nanoTime());
        for (int i = 0; i < 50; i++) {
            FaultyDirectory here = new FaultyDirectory();
            Answers told = new Answers();
            Storage storage =
                    new FileStorage(here, 1, MEMBERS, LIMITS, notes::add, preparing(AT_ONCE));
            storage.recover(told);
            for (Entry entry : entries(1, 1, 60)) storage.append(entry);
            storage.flush();
            told.awaitSynced(60);
            snapshot(storage, told, 50);
            snapshot(storage, told, 51);
            storage.purgeLog(z(1, 50));
            for (Entry entry : entries(1, 61, 61 + i)) storage.append(entry);
            storage.flush();
            told.awaitSynced(61 + i);
            FaultyDirectory left = here.afterPowerCut(Histories.random(seed, i));
            storage.close();
            List<String> said = new ArrayList<>();
            Answers again = new Answers();
            try (Storage next =
                    new FileStorage(left, 1, MEMBERS, LIMITS, said::add, preparing(AT_ONCE))) {
                assertEquals(z(1, 61 + i), next.recover(again).lastZxid(), "seed " + seed);
            }
            for (String note : said)
                assertTrue(note.contains("it held 0 readable"), "seed " + seed + ": " + note);
        }
    }

    @Test
    void theLogCreatesItsSegmentsItselfWhenNoSpareIsReady() throws IOException {
        List<Runnable> never = new ArrayList<>();
        try (Storage storage = started(never::add)) {
            append(storage, 1, 60);
            assertTrue(segments().size() > 3);
            assertEquals(1, never.size(), "one spare is requested, not one per segment");
            assertEquals(List.of(), spares());
        }
        never.get(0).run();
        assertEquals(List.of(), spares(), "too late");
    }

    @Test
    void aSegmentThatIsNeverPreparedIsForgotten() throws IOException {
        try (Storage storage = started(work -> false)) {
            append(storage, 1, 60);
            int before = segments().size();
            purge(storage, 50);
            assertTrue(segments().size() < before);
            assertEquals(List.of(), spares());
            append(storage, 61, 90);
        }
    }

    @Test
    void aFailureWhileASegmentIsPreparedDoesNotStopTheMember() throws IOException {
        List<Runnable> later = new ArrayList<>();
        try (Storage storage = started(later::add)) {
            append(storage, 1, 7);
            // The disk is full only for spare files, because the log may still have to write its
            // last sync mark.
            dir.fillUpFor(name -> name.startsWith("spare-"));
            later.remove(0).run();
            assertEquals(1, notes.size());
            assertTrue(notes.get(0).contains("No space left on device"), notes.toString());
            assertEquals(List.of(), spares(), "the failed spare is removed");
            dir.fillUpFor(name -> false);
            append(storage, 8, 20);
            assertFalse(later.isEmpty(), "the next segment asks again");
            assertFalse(answers.hasFailed());
        }
    }

    @Test
    void afterAFailedSyncNoFileIsTouched() throws IOException {
        Storage storage = started(AT_ONCE);
        append(storage, 1, 7);
        dir.failForce(1);
        storage.append(Histories.entry(1, 8));
        storage.flush();
        answers.failure();
        long changes = dir.operations();
        storage.close();
        assertEquals(changes, dir.operations());
        assertEquals(1, spares().size());
        FaultyDirectory left = dir.afterPowerCut(new Random(1));
        // The restarted storage prepares no spare segment, because its file would have the name
        // whose absence the test asserts.
        try (Storage next =
                new FileStorage(left, 1, MEMBERS, LIMITS, notes::add, preparing(work -> false))) {
            assertEquals(z(1, 7), next.recover(new Answers()).lastZxid());
            assertFalse(left.exists("spare-1.tmp"));
        }
    }
}
