package io.abcast.log;

import static io.abcast.log.Histories.z;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Zxid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a repair cuts a log at the end of a slot, even if the slot's entries are in several segments. */
final class SlotRepairTest {
    private static final StorageLimits LIMITS = new StorageLimits(400, 1 << 20, 128);
    private static final int ENTRIES = 60;

    @TempDir Path parent;
    private Path dir;

    private Storage open() {
        return Storages.open(Durability.FSYNC, dir, 1, Histories.MEMBERS, LIMITS, note -> {});
    }

    /** @param perSlot number of log entries per slot; 0 if the entries have no slots */
    private void fill(String name, int perSlot) throws IOException {
        dir = parent.resolve(name);
        try (Storage storage = open()) {
            Answers answers = new Answers();
            storage.recover(answers);
            storage.persist(new byte[] {1});
            for (int i = 1; i <= ENTRIES; i++) {
                long place =
                        perSlot == 0 ? 0 : Entry.placeOf((i - 1) / perSlot + 1, i % perSlot == 0);
                byte[] payload = new byte[30];
                storage.append(new Entry(z(1, i), 1, i, payload, Entry.Kind.REQUEST, place));
                storage.flush();
                answers.awaitSynced(i);
            }
        }
    }

    private LogInspector.Repair repaired(int segment, double where) throws IOException {
        List<Path> segments;
        try (var files = Files.list(dir)) {
            segments = files.filter(f -> f.toString().endsWith(".abl")).sorted().toList();
        }
        assertTrue(segments.size() > segment + 1, segments::toString);
        Path damaged = segments.get(segment);
        byte[] bytes = Files.readAllBytes(damaged);
        bytes[(int) (bytes.length * where)] ^= 1;
        Files.write(damaged, bytes);
        LogInspector.Repair plan = LogInspector.repair(dir, false);
        LogInspector.Repair done = LogInspector.repair(dir, true);
        assertEquals(plan, done, "the plan equals what is done");
        return done;
    }

    private long recovered() throws IOException {
        try (Storage storage = open()) {
            return storage.recover(new Answers()).lastZxid();
        }
    }

    @Test
    void cutsAtTheEndOfASlot() throws IOException {
        for (int perSlot : new int[] {2, 3, 7, 20}) {
            for (int segment : new int[] {1, 4}) {
                for (double where : new double[] {0.01, 0.4}) {
                    fill(perSlot + "-" + segment + "-" + where, perSlot);
                    LogInspector.Repair repair = repaired(segment, where);
                    long last = recovered();
                    assertEquals(repair.lastZxid(), last);
                    assertEquals(0, Zxid.counter(last) % perSlot, () -> dir + " " + repair);
                    assertTrue(repair.entries() <= ENTRIES - Zxid.counter(last), repair::toString);
                    assertEquals(
                            null,
                            LogInspector.repair(dir, false).file(),
                            "nothing is left to repair");
                }
            }
        }
    }

    @Test
    void keepsAllSlotsBeforeTheDamage() throws IOException {
        fill("without", 0);
        long without = Zxid.counter(repaired(3, 0.5).lastZxid());
        fill("with", 3);
        long with = Zxid.counter(repaired(3, 0.5).lastZxid());
        assertTrue(with > without - 6 && with <= without + 1, with + " of " + without);
        assertEquals(0, with % 3);
    }
}
