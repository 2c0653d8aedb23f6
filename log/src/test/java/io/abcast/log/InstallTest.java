package io.abcast.log;

import static io.abcast.log.Histories.MEMBERS;
import static io.abcast.log.Histories.entries;
import static io.abcast.log.Histories.state;
import static io.abcast.log.Histories.z;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Tests that the installation of a snapshot replaces the whole history of a member, atomically even with a crash. The
 * old history has the entries 1:1 to 1:30, with snapshots at 1:10 and 1:20.
 */
@Execution(ExecutionMode.CONCURRENT)
final class InstallTest {
    private static final StorageLimits LIMITS = new StorageLimits(400, 1 << 20, 128);
    private static final int FATES = 16;

    private static final List<SnapshotId> INSTALLED =
            List.of(id(z(4, 7)), id(z(1, 15)), SnapshotId.EMPTY);

    private static SnapshotId id(long zxid) {
        return Histories.idOf(zxid, state(zxid));
    }

    private static Storage storage(FaultyDirectory dir) {
        return new FileStorage(dir, 1, MEMBERS, LIMITS, note -> {});
    }

    private static FaultyDirectory oldHistory() throws IOException {
        FaultyDirectory dir = new FaultyDirectory();
        Answers answers = new Answers();
        try (Storage storage = storage(dir)) {
            storage.recover(answers);
            for (Entry entry : entries(1, 1, 30)) storage.append(entry);
            storage.flush();
            answers.awaitSynced(30);
            for (int counter : new int[] {10, 20}) {
                long zxid = z(1, counter);
                storage.takeSnapshot(zxid, Histories.NOTE, out -> out.write(state(zxid)));
                assertEquals(zxid, answers.taken().zxid());
            }
        }
        return dir;
    }

    private static boolean install(FaultyDirectory dir, SnapshotId id) throws IOException {
        Answers answers = new Answers();
        try (Storage storage = storage(dir)) {
            storage.recover(answers);
            if (id.bytes() > 0) storage.writeSnapshot(id, 0, state(id.zxid()));
            storage.installSnapshot(id, Histories.NOTE);
            answers.awaitInstallsOrFailed(1);
        } catch (IOException e) {
            assertTrue(dir.isOff(), () -> "failed with the power on: " + e);
        }
        return answers.installsAnswered() > 0;
    }

    @Test
    void crashAtAnyOperationLeavesTheOldHistoryOrTheNewOne() throws IOException {
        long seed = Long.getLong("abcast.seed", System.nanoTime());
        FaultyDirectory old = oldHistory();
        for (SnapshotId id : INSTALLED) {
            FaultyDirectory whole = old.copy();
            assertTrue(install(whole, id));
            for (long cut = 1; cut <= whole.operations(); cut++) {
                for (int fate = 0; fate < FATES; fate++) {
                    FaultyDirectory dir = old.copy();
                    dir.cutPowerAt(cut);
                    boolean answered = install(dir, id);
                    FaultyDirectory left =
                            fate == 0
                                    ? dir.afterKill()
                                    : dir.afterPowerCut(Histories.random(seed, cut * FATES + fate));
                    try {
                        check(left, id, answered);
                    } catch (IOException | AssertionError e) {
                        throw new AssertionError(
                                id
                                        + ", cut "
                                        + cut
                                        + ", fate "
                                        + fate
                                        + ": rerun with -Dabcast.seed="
                                        + seed,
                                e);
                    }
                }
            }
        }
    }

    private static void check(FaultyDirectory left, SnapshotId id, boolean answered)
            throws IOException {
        Answers answers = new Answers();
        try (Storage storage = storage(left)) {
            Recovered found = storage.recover(answers);
            boolean isNew = found.snapshot().equals(id);
            assertTrue(isNew || !answered, "an answered installation is durable");
            assertEquals(isNew ? id.zxid() : z(1, 30), found.lastZxid());
            storage.readLog(found.snapshot().zxid(), Integer.MAX_VALUE);
            List<Entry> log = answers.read().entries();
            if (isNew) {
                assertEquals(List.of(), log);
                assertEquals(id.zxid(), found.logAfter());
            } else {
                assertEquals(z(1, 20), found.snapshot().zxid());
                Histories.assertSame(entries(1, 21, 30), log);
            }
            if (found.snapshot().bytes() == 0) return;
            try (InputStream in = storage.openSnapshot(found.snapshot())) {
                assertArrayEquals(state(found.snapshot().zxid()), in.readAllBytes());
            }
        }
    }
}
