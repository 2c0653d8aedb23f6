package io.abcast.log;

import static io.abcast.log.Histories.entries;
import static io.abcast.log.Histories.z;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.abcast.kernel.Entry;
import java.io.IOException;
import org.junit.jupiter.api.Test;

final class MemoryStorageTest extends StorageContract {
    @Override
    Storage open() {
        return Storages.open(Durability.MEMORY, null, 1, Histories.MEMBERS, note -> {});
    }

    @Test
    void aLogThatIsTooLongIsNotKeptForASnapshot() throws IOException {
        storage.close();
        long room = entries(1, 1, 100).stream().mapToLong(Entry::bytes).sum();
        SideWork beside = SideThread.forSnapshots(1, note -> {});
        storage = new MemoryStorage(beside, note -> {}, () -> room);
        storage.recover(answers);
        append(entries(1, 1, 50));
        storage.keepSnapshot(takeSnapshot(z(1, 20)));
        takeSnapshot(z(1, 40));
        takeSnapshot(z(1, 50));
        storage.purgeLog(z(1, 40));
        assertEquals(bytes(21, 50), storage.figures().logBytes());
        append(entries(1, 51, 150));
        storage.purgeLog(z(1, 40));
        assertEquals(bytes(41, 150), storage.figures().logBytes());
    }

    private static long bytes(int from, int to) {
        return entries(1, from, to).stream().mapToLong(Entry::bytes).sum();
    }

    @Test
    void purgeFreesTheEntries() {
        append(entries(1, 1, 10_000));
        takeSnapshot(z(1, 9_990));
        storage.purgeLog(z(1, 9_990));
        long left = entries(1, 9_991, 10_000).stream().mapToLong(e -> e.bytes()).sum();
        assertEquals(left, storage.figures().logBytes());
    }
}
