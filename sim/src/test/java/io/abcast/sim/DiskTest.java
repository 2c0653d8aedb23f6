package io.abcast.sim;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import io.abcast.kernel.log.Durability;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The model of a disk keeps the contract that the real storages keep. */
class DiskTest implements Disk.Owner {
    private static final byte[] NOTE = {1, 2, 3};

    private final EventQueue queue = new EventQueue();
    private final List<Input> answers = new ArrayList<>();
    private final List<String> breaches = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private final List<Sight> seen = new ArrayList<>();

    @Override
    public void answer(int life, Input input) {
        answers.add(input);
    }

    @Override
    public void durable(Entry entry) {}

    @Override
    public void failed(String why) {
        failures.add(why);
    }

    @Override
    public void saw(Sight sight) {
        seen.add(sight);
    }

    @Override
    public void breach(String what) {
        breaches.add(what);
    }

    @Test
    void oneSyncCoversWhatWasAppendedBeforeIt() {
        Disk disk = disk(Durability.FSYNC, 1);
        for (int i = 1; i <= 3; i++) disk.append(entry(1, i));
        disk.flush();
        disk.append(entry(1, 4));
        disk.flush();
        runAll();
        assertEquals(List.of(3L, 4L), answers.stream().map(Input::a).toList());
    }

    @Test
    void crashKeepsWhatWasSyncedAndAPrefixOfTheRest() {
        boolean lost = false;
        boolean kept = false;
        for (int seed = 1; seed <= 40; seed++) {
            Disk disk = disk(Durability.FSYNC, seed);
            disk.append(entry(1, 1));
            disk.flush();
            runAll();
            for (int i = 2; i <= 6; i++) disk.append(entry(1, i));
            disk.crash(Disk.Loss.PROCESS);
            Recovered recovered = disk.recover();
            int last = Zxid.counter(recovered.lastZxid());
            assertTrue(last >= 1 && last <= 6, "last: " + last);
            assertArrayEquals(new long[] {recovered.lastZxid()}, recovered.epochEnds());
            lost |= last < 6;
            kept |= last > 1;
        }
        assertTrue(lost && kept, "both happen");
    }

    @Test
    void memoryForgetsAndAFileDoesNot() {
        Disk memory = disk(Durability.MEMORY, 1);
        memory.append(entry(1, 1));
        memory.persist(new byte[] {1});
        memory.flush();
        runAll();
        memory.crash(Disk.Loss.PROCESS);
        assertEquals(Recovered.fresh(), memory.recover());

        Disk file = disk(Durability.FILE, 1);
        file.append(entry(1, 1));
        file.persist(new byte[] {1});
        file.crash(Disk.Loss.PROCESS);
        Recovered recovered = file.recover();
        assertEquals(Zxid.of(1, 1), recovered.lastZxid());
        assertArrayEquals(new byte[] {1}, recovered.persisted());
    }

    @ParameterizedTest
    @EnumSource(names = {"FILE", "FSYNC"})
    void snapshotPassesInChunksAndReplacesTheHistory(Durability durability) {
        Disk from = disk(durability, 1);
        for (int i = 1; i <= 5; i++) from.append(entry(1, i));
        byte[] content = new byte[250];
        content[7] = 3;
        from.takeSnapshot(Zxid.of(1, 4), NOTE, false, content);
        from.flush();
        runAll();
        SnapshotId id = from.current().newestSnapshot().id();

        Disk to = disk(durability, 2);
        to.append(entry(1, 1));
        for (int offset = 0; offset < content.length; offset += 100) {
            from.readSnapshot(id, offset, 100);
            runAll();
            to.writeSnapshot(id, offset, (byte[]) answers.get(answers.size() - 1).more());
        }
        answers.clear();
        to.installSnapshot(id, NOTE, null);
        to.append(entry(1, 5));
        to.flush();
        runAll();
        assertTrue(
                answers.stream()
                        .anyMatch(i -> i.kind() == Input.Kind.SNAPSHOT_INSTALLED && i.a() == 1));
        to.crash(Disk.Loss.PROCESS);
        Recovered recovered = to.recover();
        assertEquals(id, recovered.snapshot());
        assertArrayEquals(NOTE, recovered.note());
        assertEquals(Zxid.of(1, 4), recovered.logAfter());
        assertEquals(Zxid.of(1, 5), recovered.lastZxid());
        assertArrayEquals(content, to.current().content(id));
        assertTrue(breaches.isEmpty(), breaches::toString);
    }

    @Test
    void damagedTransferIsNotInstalled() {
        Disk disk = disk(Durability.FSYNC, 1);
        disk.append(entry(1, 1));
        SnapshotId id = new SnapshotId(Zxid.of(1, 9), 3, 42);
        disk.writeSnapshot(id, 0, new byte[3]);
        disk.installSnapshot(id, NOTE, null);
        disk.flush();
        runAll();
        assertTrue(
                answers.stream()
                        .anyMatch(i -> i.kind() == Input.Kind.SNAPSHOT_INSTALLED && i.a() == 0));
        assertEquals(Zxid.of(1, 1), disk.current().lastZxid());
        disk.crash(Disk.Loss.PROCESS);
        assertNull(disk.recover().partial());
    }

    @Test
    void purgeKeepsTheNewestSnapshotAndWhatFollowsIt() {
        Disk disk = disk(Durability.FSYNC, 1);
        for (int i = 1; i <= 9; i++) disk.append(entry(1, i));
        disk.takeSnapshot(Zxid.of(1, 3), NOTE, false, new byte[1]);
        disk.takeSnapshot(Zxid.of(1, 6), NOTE, false, new byte[2]);
        disk.flush();
        runAll();
        disk.purge(Zxid.of(1, 9));
        assertNotNull(disk.current().newestSnapshot());
        assertTrue(disk.current().logAfter() <= Zxid.of(1, 6));
        assertNotNull(disk.current().entry(Zxid.of(1, 7)));
    }

    @Test
    void readsAnswerOnlyWhatDirectlyFollows() {
        Disk disk = disk(Durability.FSYNC, 1);
        for (int i = 1; i <= 3; i++) disk.append(entry(1, i));
        disk.append(entry(3, 1));
        assertEquals(2, disk.current().read(Zxid.of(1, 2), 1_000).size());
        assertEquals(1, disk.current().read(Zxid.of(1, 1), 1).size());
        assertEquals(0, disk.current().read(Zxid.of(2, 1), 1_000).size());
        assertEquals(0, disk.current().read(Zxid.of(3, 1), 1_000).size());
    }

    @Test
    void gapIsABreach() {
        Disk disk = disk(Durability.FSYNC, 1);
        disk.append(entry(1, 1));
        disk.append(entry(1, 3));
        assertEquals(1, breaches.size());
    }

    @Test
    void nothingIsAnsweredAfterAnError() {
        Disk disk = disk(Durability.FSYNC, 1);
        disk.append(entry(1, 1));
        disk.flush();
        disk.persist(new byte[1]);
        disk.fail();
        runAll();
        assertTrue(answers.isEmpty(), answers::toString);
    }

    private Disk disk(Durability durability, long seed) {
        Disk disk = new Disk(DiskModel.of(durability), new Rng(seed), queue, this);
        disk.recover();
        return disk;
    }

    private static Entry entry(int epoch, int counter) {
        return new Entry(Zxid.of(epoch, counter), 1, counter, new byte[counter]);
    }

    private void runAll() {
        while (!queue.isEmpty()) queue.runNext();
    }
}
