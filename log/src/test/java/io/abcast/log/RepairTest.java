package io.abcast.log;

import static io.abcast.log.Histories.entries;
import static io.abcast.log.Histories.z;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Recovered;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that a repair, in which an operator cuts the log, marks the data directory as repaired. The repair mark stays
 * until the member has persisted a state that takes the repair into account.
 */
final class RepairTest {
    private static final byte[] STATE = {4, 5, 6};
    private static final StorageLimits LIMITS = new StorageLimits(400, 1 << 20, 128);

    @TempDir Path parent;
    private Path dir;
    private final List<String> notes = new ArrayList<>();

    private Storage open() {
        return Storages.open(Durability.FSYNC, dir, 1, Histories.MEMBERS, LIMITS, notes::add);
    }

    private Recovered recover() throws IOException {
        try (Storage storage = open()) {
            return storage.recover(new Answers());
        }
    }

    @BeforeEach
    void fill() throws IOException {
        dir = parent.resolve("member");
        try (Storage storage = open()) {
            Answers answers = new Answers();
            storage.recover(answers);
            storage.persist(STATE);
            for (Entry entry : entries(1, 1, 40)) {
                storage.append(entry);
                storage.flush();
                answers.awaitSynced(entry.zxid() - z(1, 0));
            }
        }
    }

    private List<Path> segments() throws IOException {
        try (var files = Files.list(dir)) {
            return files.filter(f -> f.toString().endsWith(".abl")).sorted().toList();
        }
    }

    private void damage() throws IOException {
        Path second = segments().get(1);
        byte[] bytes = Files.readAllBytes(second);
        bytes[bytes.length / 2] ^= 1;
        Files.write(second, bytes);
    }

    private void repair() throws IOException {
        damage();
        assertTrue(LogInspector.repair(dir, true).file() != null);
    }

    @Test
    void isReportedAtEveryStartUntilAStateIsPersisted() throws IOException {
        repair();
        for (int start = 0; start < 2; start++) {
            notes.clear();
            Recovered recovered = recover();
            assertTrue(recovered.repaired());
            assertTrue(recovered.lastZxid() < z(1, 40));
            assertArrayEquals(STATE, recovered.persisted(), "promises are kept");
            assertEquals(1, notes.stream().filter(n -> n.contains("repaired by hand")).count());
        }
        try (Storage storage = open()) {
            Answers answers = new Answers();
            assertTrue(storage.recover(answers).repaired());
            storage.persist(new byte[] {7});
        }
        Recovered recovered = recover();
        assertFalse(recovered.repaired());
        assertArrayEquals(new byte[] {7}, recovered.persisted());
        assertFalse(Files.exists(dir.resolve("repaired")));
    }

    @Test
    void isMarkedBeforeAnythingIsCut() throws IOException {
        damage();
        // A subdirectory has the name that the repair needs for a file, so that the repair fails
        // halfway.
        LogInspector.Repair plan = LogInspector.repair(dir, false);
        assertFalse(Files.exists(dir.resolve("repaired")), "a plan changes nothing");
        Files.createDirectories(dir.resolve(plan.saved().get(0)).resolve("taken"));
        try {
            LogInspector.repair(dir, true);
            throw new AssertionError("expected a failure");
        } catch (IOException expected) {
            assertTrue(Files.exists(dir.resolve("repaired")));
        }
    }

    @Test
    void cuttingATornTailIsNoRepair() throws IOException {
        Path last = segments().get(segments().size() - 1);
        byte[] bytes = Files.readAllBytes(last);
        Files.write(last, java.util.Arrays.copyOf(bytes, bytes.length + 5));
        assertFalse(recover().repaired());
        Files.write(last, java.util.Arrays.copyOf(bytes, bytes.length + 5));
        LogInspector.repair(dir, true);
        assertFalse(recover().repaired());
        assertEquals(z(1, 40), recover().lastZxid());
    }

    @Test
    void aGoodLogIsNotMarked() throws IOException {
        LogInspector.repair(dir, true);
        assertFalse(recover().repaired());
    }
}
