package io.abcast.kernel.log;

import static io.abcast.kernel.log.Histories.entries;
import static io.abcast.kernel.log.Histories.z;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class MemoryStorageTest extends StorageContract {
    @Override
    Storage open() {
        return Storages.open(Durability.MEMORY, null, 1, Histories.MEMBERS, note -> {});
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
