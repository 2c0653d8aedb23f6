package io.abcast.sim;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import io.abcast.log.Durability;
import io.abcast.log.Storage;
import io.abcast.log.StorageLimits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests the product's storage on a simulated disk in virtual time: its answers, its content after a crash, and its
 * handling of damage.
 */
class DriveTest implements Drive.Owner, Storage.Completions {
    private static final byte[] NOTE = {1, 2, 3};
    private static final Membership MEMBERS = Membership.of(1, 2, 3);

    private final EventQueue queue = new EventQueue();
    private final List<String> answers = new ArrayList<>();
    private final List<String> breaches = new ArrayList<>();
    private final List<CommonGoal> seen = new ArrayList<>();
    private int roomsAgain;
    private byte[] chunk;
    private SnapshotId taken;

    @Override
    public void durable(Entry entry) {}

    @Override
    public void failed(IOException cause, boolean deserved) {
        if (!deserved) breaches.add("failed: " + cause);
    }

    @Override
    public void hasRoom() {
        roomsAgain++;
    }

    @Override
    public void saw(CommonGoal sight) {
        seen.add(sight);
    }

    @Override
    public void breach(String what) {
        breaches.add(what);
    }

    @Override
    public void synced(long position) {
        answers.add("synced " + position);
    }

    @Override
    public void persisted(long version) {
        answers.add("persisted " + version);
    }

    @Override
    public void logRead(long afterZxid, List<Entry> entries) {
        answers.add("read " + entries.size());
    }

    @Override
    public void snapshotTaken(SnapshotId snapshot, Digest content) {
        taken = snapshot;
        answers.add("taken");
    }

    @Override
    public void snapshotRead(SnapshotId snapshot, long offset, byte[] bytes) {
        chunk = bytes;
    }

    @Override
    public void snapshotWritten(SnapshotId snapshot, long nextOffset) {}

    @Override
    public void snapshotInstalled(SnapshotId snapshot, boolean installed) {
        answers.add("installed " + installed);
    }

    @Override
    public void failed(IOException cause) {
        answers.add("failed");
    }

    @Test
    void writesDuringASyncFormTheNextGroup() throws IOException {
        Storage storage = open(drive(Durability.FSYNC, 1));
        append(storage, 1, 3);
        queue.runNext();
        append(storage, 4, 4);
        append(storage, 5, 5);
        assertEquals(List.of(), answers);
        runAll();
        assertEquals(List.of("synced 3", "synced 5"), answers);
    }

    @Test
    void noSyncCompletesWhileTheDiskIsHeld() throws IOException {
        Drive drive = drive(Durability.FSYNC, 1);
        Storage storage = open(drive);
        drive.hold(true);
        append(storage, 1, 2);
        storage.persist(new byte[1]);
        runAll();
        assertEquals(List.of(), answers);
        assertFalse(drive.ledger().hasPersisted());
        drive.hold(false);
        runAll();
        assertEquals(List.of("persisted 1", "synced 2"), answers);
        assertTrue(drive.ledger().hasPersisted());
    }

    @Test
    void notifiesAnOverloadedWriterWhenThereIsRoom() throws IOException {
        Drive drive = drive(model(Durability.FSYNC, true).limits(new StorageLimits(1_000, 300, 0)));
        Storage storage = open(drive);
        append(storage, 1, 9);
        assertFalse(storage.hasRoom());
        runAll();
        assertTrue(storage.hasRoom());
        assertEquals(1, roomsAgain);
    }

    @Test
    void answersNothingAfterAnError() throws IOException {
        Drive drive = drive(Durability.FSYNC, 1);
        Storage storage = open(drive);
        append(storage, 1, 1);
        storage.persist(new byte[1]);
        drive.fail("disk error");
        append(storage, 2, 2);
        runAll();
        assertEquals(List.of("failed"), answers);
    }

    @Test
    void gapIsABreach() throws IOException {
        Storage storage = open(drive(Durability.FSYNC, 1));
        append(storage, 1, 1);
        append(storage, 3, 3);
        assertEquals(1, breaches.size());
        breaches.clear();
    }

    @Test
    void crashKeepsSyncedDataAndAPrefixOfTheRest() throws IOException {
        Set<Integer> ends = new TreeSet<>();
        for (int seed = 1; seed <= 80; seed++) {
            Drive drive = drive(Durability.FSYNC, seed);
            Storage storage = open(drive);
            append(storage, 1, 1);
            runAll();
            append(storage, 2, 4);
            append(storage, 5, 6);
            queue.runNext();
            drive.crash(Drive.Loss.PROCESS);
            Recovered recovered = recover(drive);
            ends.add(Zxid.counter(recovered.lastZxid()));
            assertArrayEquals(new long[] {recovered.lastZxid()}, recovered.epochEnds());
            runAll();
        }
        assertTrue(ends.contains(1) && ends.contains(6), ends::toString);
        assertTrue(ends.iterator().next() >= 1, ends::toString);
        assertEquals(List.of(), breaches);
    }

    @Test
    void crashInTheMiddleOfAStepLosesNoDurableData() throws IOException {
        for (int seed = 1; seed <= 300; seed++) {
            Drive drive = drive(torn(seed));
            Rng dice = new Rng(seed);
            Storage storage = open(drive);
            long last = 0;
            for (int i = 0; i < 12; i++) {
                int n = (int) (last & 0xFFFF);
                append(storage, n + 1, n + 1 + dice.below(3));
                storage.persist(new byte[] {(byte) i});
                if (dice.chance(0.3))
                    storage.takeSnapshot(last, NOTE, out -> out.write(new byte[50]));
                for (int events = dice.below(12); events > 0 && !queue.isEmpty(); events--)
                    queue.runNext();
                drive.crash(Drive.Loss.PROCESS);
                storage = drive.open();
                last = storage.recover(this).lastZxid();
                assertEquals(List.of(), breaches, "seed " + seed);
            }
            while (!queue.isEmpty()) queue.runNext();
        }
        assertTrue(seen.contains(CommonGoal.SNAPSHOTS_TAKEN));
    }

    @Test
    void memoryForgetsAndAFileDoesNot() throws IOException {
        Drive memory = drive(Durability.MEMORY, 1);
        Storage storage = open(memory);
        append(storage, 1, 1);
        storage.persist(new byte[] {1});
        memory.crash(Drive.Loss.PROCESS);
        assertEquals(Recovered.fresh(), recover(memory));

        Drive file = drive(Durability.FILE, 1);
        storage = open(file);
        append(storage, 1, 1);
        storage.persist(new byte[] {1});
        runAll();
        file.crash(Drive.Loss.POWER);
        Recovered recovered = recover(file);
        assertEquals(Zxid.of(1, 1), recovered.lastZxid());
        assertArrayEquals(new byte[] {1}, recovered.persisted());
    }

    @ParameterizedTest
    @EnumSource(names = {"FILE", "FSYNC"})
    void snapshotPassesInChunksAndReplacesTheHistory(Durability durability) throws IOException {
        Storage from = open(drive(durability, 1));
        append(from, 1, 5);
        byte[] content = new byte[250];
        content[7] = 3;
        from.takeSnapshot(Zxid.of(1, 4), NOTE, out -> out.write(content));
        runAll();
        SnapshotId id = taken;

        Drive drive = drive(durability, 2);
        Storage to = open(drive);
        append(to, 1, 1);
        for (int offset = 0; offset < content.length; offset += 100) {
            from.readSnapshot(id, offset, 100);
            runAll();
            to.writeSnapshot(id, offset, chunk);
        }
        to.installSnapshot(id, NOTE, null);
        append(to, 5, 5);
        runAll();
        assertTrue(answers.contains("installed true"), answers::toString);
        drive.crash(Drive.Loss.EVERYTHING_UNSYNCED);
        Recovered recovered = recover(drive);
        assertEquals(id, recovered.snapshot());
        assertArrayEquals(NOTE, recovered.note());
        assertEquals(Zxid.of(1, 4), recovered.logAfter());
        assertEquals(Zxid.of(1, 5), recovered.lastZxid());
        assertEquals(List.of(), breaches);
    }

    @Test
    void rottenEntryRefusesToStartUntilTheLogIsCut() throws IOException {
        Set<Integer> ends = new TreeSet<>();
        for (int seed = 1; seed <= 40; seed++) {
            Drive drive = written(model(Durability.FILE, false).seed(seed));
            drive.crash(Drive.Loss.PROCESS);
            assertTrue(drive.rotLog());
            assertFalse(drive.isSound());
            assertThrows(IOException.class, () -> recover(drive));
            assertThrows(IOException.class, () -> recover(drive), "second start");
            assertNotNull(drive.refusal());
            drive.mend(true);
            Recovered recovered = recover(drive);
            assertTrue(recovered.repaired() && drive.lost() && drive.isSound());
            ends.add(Zxid.counter(recovered.lastZxid()));
        }
        assertTrue(ends.contains(4), ends::toString);
        assertTrue(ends.size() > 2, ends::toString);
        assertFalse(ends.contains(5), ends::toString);
        assertEquals(List.of(), breaches);
    }

    @Test
    void readOfAnEntryThatRottedUnnoticedFailsTheStorage() throws IOException {
        Drive drive = written(1);
        assertTrue(drive.rotLog());
        answers.clear();
        last.readLog(0, 10_000);
        runAll();
        assertEquals(List.of("failed"), answers);
        assertTrue(seen.contains(CommonGoal.DAMAGED_ENTRIES_READ));
        assertEquals(List.of(), breaches);
    }

    @Test
    void rottenStateIsReplacedNotRepaired() throws IOException {
        Drive drive = written(rotting(0));
        drive.crash(Drive.Loss.PROCESS);
        drive.rot(false);
        assertThrows(IOException.class, () -> recover(drive));
        drive.mend(true);
        assertTrue(seen.contains(CommonGoal.STORAGES_REPLACED_BY_HAND));
        assertNull(recover(drive).persisted());
        assertEquals(List.of(), breaches);
    }

    @Test
    void rottenSnapshotIsPutAsideWhereTheLogReachesBack() throws IOException {
        Drive drive = written(rotting(1));
        last.takeSnapshot(Zxid.of(1, 2), NOTE, out -> out.write(new byte[9]));
        runAll();
        last.takeSnapshot(Zxid.of(1, 4), NOTE, out -> out.write(new byte[9]));
        runAll();
        drive.crash(Drive.Loss.PROCESS);
        drive.rot(false);
        Recovered recovered = recover(drive);
        assertEquals(Zxid.of(1, 2), recovered.snapshot().zxid());
        assertEquals(Zxid.of(1, 5), recovered.lastZxid());
        assertEquals(1, drive.fallbacks());
        assertEquals(List.of(), breaches);
    }

    @Test
    void foreignStorageIsRefusedUntilTheRightOneIsBack() throws IOException {
        Drive drive = written(1);
        drive.crash(Drive.Loss.PROCESS);
        for (Drive other : new Drive[] {null, other()}) {
            drive.swap(other);
            assertThrows(IOException.class, () -> recover(drive));
            drive.mend(true);
            assertEquals(Zxid.of(1, 5), recover(drive).lastZxid());
            drive.crash(Drive.Loss.PROCESS);
        }
        assertFalse(drive.lost());
        assertEquals(List.of(), breaches);
    }

    private Drive other() throws IOException {
        Drive other =
                new Drive(model(Durability.FSYNC, true).get(), new Rng(7), queue, 2, MEMBERS, this);
        append(open(other), 1, 1);
        runAll();
        return other;
    }

    @Test
    void misdirectedWriteIsRefusedOrLooksUnfinished() throws IOException {
        int replaced = 0;
        for (int seed = 1; seed <= 40; seed++) {
            Drive drive = written(seed);
            drive.faults().nextWriteGoesAstray = true;
            drive.changed();
            append(last, 6, 6);
            runAll();
            assertTrue(drive.lost() && !drive.isSound());
            drive.crash(Drive.Loss.PROCESS);
            assertThrows(IOException.class, () -> recover(drive));
            if (seen.contains(CommonGoal.DAMAGE_THAT_LOOKS_UNFINISHED)) replaced++;
            seen.clear();
            drive.mend(true);
            recover(drive);
        }
        assertTrue(replaced < 40, "replaced: " + replaced);
        assertEquals(List.of(), breaches);
    }

    @Test
    void refusedStartMayLoseMore() throws IOException {
        int refused = 0;
        for (int seed = 1; seed <= 100; seed++) {
            Drive drive = written(seed);
            assertTrue(drive.rotLog());
            drive.faults().nextWriteGoesAstray = true;
            drive.changed();
            drive.crash(Drive.Loss.PROCESS);
            assertThrows(IOException.class, () -> recover(drive));
            last.close();
            if (!seen.remove(CommonGoal.DAMAGE_THAT_LOOKS_UNFINISHED)) continue;
            refused++;
            assertThrows(IOException.class, () -> recover(drive), "second start");
            assertNotNull(drive.refusal());
            assertTrue(drive.lost() && !drive.isSound());
        }
        assertTrue(refused > 0);
        assertEquals(List.of(), breaches);
    }

    @Test
    void detectsADiskThatNeverSyncs() throws IOException {
        for (int seed = 1; breaches.isEmpty() && seed < 20; seed++) {
            Drive drive =
                    drive(model(Durability.FSYNC, true).lie(DiskModel.Lie.NEVER_SYNCED).seed(seed));
            append(open(drive), 1, 5);
            runAll();
            drive.crash(Drive.Loss.POWER);
            try {
                recover(drive);
            } catch (IOException refused) {
                // A start of the server that fails with an exception also counts as a breach.
            }
        }
        assertFalse(breaches.isEmpty());
        breaches.clear();
    }

    private static final class Shape {
        private final Durability durability;
        private final boolean tears;
        private StorageLimits limits = new StorageLimits(1_000, 1 << 20, 0);
        private DiskModel.Lie lie = DiskModel.Lie.NONE;
        private long seed = 1;

        Shape(Durability durability, boolean tears) {
            this.durability = durability;
            this.tears = tears;
        }

        Shape limits(StorageLimits other) {
            limits = other;
            return this;
        }

        Shape lie(DiskModel.Lie other) {
            lie = other;
            return this;
        }

        Shape seed(long other) {
            seed = other;
            return this;
        }

        DiskModel get() {
            return new DiskModel(
                    durability,
                    limits,
                    200_000,
                    1_000_000,
                    300_000,
                    3_000_000,
                    true,
                    tears,
                    0,
                    lie);
        }
    }

    private Storage last;

    private static Shape model(Durability durability, boolean tears) {
        return new Shape(durability, tears);
    }

    private static Shape torn(long seed) {
        return model(Durability.FSYNC, true)
                .seed(seed)
                .limits(new StorageLimits(500, 1 << 20, seed % 2 == 0 ? 256 : 0));
    }

    private Drive drive(Durability durability, long seed) {
        return drive(model(durability, false).seed(seed));
    }

    private Drive drive(Shape shape) {
        return new Drive(shape.get(), new Rng(shape.seed), queue, 1, MEMBERS, this);
    }

    private Drive written(long seed) throws IOException {
        return written(model(Durability.FSYNC, false).seed(seed));
    }

    private Drive written(Shape shape) throws IOException {
        Drive drive = drive(shape);
        last = open(drive);
        append(last, 1, 5);
        last.persist(new byte[] {1});
        runAll();
        return drive;
    }

    /**
     * Returns the first seed for which rot of the disk damages the given kind of data. The test lets rot hit a disk
     * from {@link #written} after a crash of the process.
     */
    private static long rotting(int what) {
        for (long seed = 1; ; seed++) {
            Rng random = new Rng(seed);
            // The disk draws one number for its first process, and one number for the crash.
            random.nextLong();
            random.nextLong();
            if (random.below(6) == what) return seed;
        }
    }

    private Storage open(Drive drive) throws IOException {
        Storage storage = drive.open();
        storage.recover(this);
        return storage;
    }

    private Recovered recover(Drive drive) throws IOException {
        last = drive.open();
        return last.recover(this);
    }

    private static void append(Storage to, int first, int lastCounter) {
        for (int i = first; i <= lastCounter; i++)
            to.append(new Entry(Zxid.of(1, i), 1, i, new byte[40]));
        to.flush();
    }

    private void runAll() {
        while (!queue.isEmpty()) queue.runNext();
    }
}
