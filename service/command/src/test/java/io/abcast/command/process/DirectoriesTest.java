package io.abcast.command.process;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DirectoriesTest {
    @TempDir private Path directory;

    @Test
    void severalThreadsDeleteTheSameDirectoryAtOnce() throws Exception {
        Path tree = directory.resolve("tree");
        for (int i = 0; i < 300; i++) {
            Path file = tree.resolve("a" + i % 7).resolve("b" + i % 5).resolve("f" + i);
            Files.createDirectories(file.getParent());
            Files.write(file, new byte[10]);
        }
        CountDownLatch go = new CountDownLatch(1);
        List<CompletableFuture<IOException>> deletions = new ArrayList<>();
        for (int i = 0; i < 4; i++)
            deletions.add(CompletableFuture.supplyAsync(() -> failure(go, tree)));
        go.countDown();
        for (CompletableFuture<IOException> deletion : deletions)
            assertNull(deletion.get(30, TimeUnit.SECONDS));
        assertFalse(Files.exists(tree));
        Directories.delete(tree);
    }

    private static IOException failure(CountDownLatch go, Path tree) {
        try {
            go.await();
            Directories.delete(tree);
            return null;
        } catch (IOException e) {
            return e;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
