package io.abcast.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.abcast.kernel.Membership;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Tests that a storage in files satisfies the contract of {@link Storage}, with segments of the default size and with
 * very small segments.
 */
@Execution(ExecutionMode.CONCURRENT)
final class FileStorageTest {
    private static final Membership MEMBERS = Histories.MEMBERS;
    private static final StorageLimits SMALL = new StorageLimits(512, 4096, 256);

    @Test
    void fileInPlaceOfTheDirectoryIsReported(@TempDir Path dir) throws IOException {
        Path file = Files.createFile(dir.resolve("1"));
        try (Storage storage = Storages.open(Durability.FILE, file, 1, MEMBERS, note -> {})) {
            IOException e = assertThrows(IOException.class, () -> storage.recover(new Answers()));
            assertEquals(
                    "data directory " + file + " is a file, expected a directory", e.getMessage());
        }
    }

    @Test
    void directoryOfAnEvenEnsembleOpensAgain(@TempDir Path dir) throws IOException {
        Membership six = Membership.of(new int[] {1, 2, 3, 4, 5, 6}, new int[0]);
        for (int life = 1; life <= 2; life++)
            try (Storage storage = Storages.open(Durability.FILE, dir, 1, six, note -> {})) {
                storage.recover(new Answers());
            }
    }

    @Nested
    final class Fsync extends StorageContract {
        @TempDir Path dir;

        @Override
        Storage open() throws IOException {
            return Storages.open(Durability.FSYNC, dir.resolve("1"), 1, MEMBERS, note -> {});
        }
    }

    @Nested
    final class FsyncInSmallSegments extends StorageContract {
        @TempDir Path dir;

        @Override
        Storage open() throws IOException {
            return Storages.open(Durability.FSYNC, dir.resolve("1"), 1, MEMBERS, SMALL, note -> {});
        }
    }

    @Nested
    final class FileInSmallSegments extends StorageContract {
        @TempDir Path dir;

        @Override
        Storage open() throws IOException {
            return Storages.open(Durability.FILE, dir.resolve("1"), 1, MEMBERS, SMALL, note -> {});
        }
    }
}
