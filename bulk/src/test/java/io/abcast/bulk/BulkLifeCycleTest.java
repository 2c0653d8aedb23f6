package io.abcast.bulk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that every future of a transfer completes, whenever a member is closed, and that one directory accepts only one
 * transfer at a time.
 */
final class BulkLifeCycleTest {
    private static final int TIMES = 1_000;

    @TempDir Path directory;

    private static Throwable failure(CompletableFuture<BulkReport> future) {
        return assertThrows(ExecutionException.class, () -> future.get(1, TimeUnit.SECONDS))
                .getCause();
    }

    private Path file() throws IOException {
        return BulkMembers.file(directory.resolve("file"), 10_000, 1);
    }

    @Test
    void transfersBegunRightBeforeCloseFail() throws Exception {
        Path file = file();
        List<CompletableFuture<BulkReport>> all = new ArrayList<>();
        for (int i = 0; i < TIMES; i++) {
            try (BulkMembers members = new BulkMembers(2, directory)) {
                BulkTransfer source = members.source();
                all.add(source.send(file));
                all.add(source.receive(directory));
                source.close();
            }
            for (CompletableFuture<BulkReport> each : all.subList(2 * i, 2 * i + 2))
                assertInstanceOf(IOException.class, failure(each));
        }
    }

    @Test
    void transfersBegunAfterCloseFailAtOnce() throws Exception {
        Path file = file();
        try (BulkMembers members = new BulkMembers(2, directory)) {
            BulkTransfer source = members.source();
            source.close();
            assertEquals(
                    "closed before the end of the transfer",
                    failure(source.send(file)).getMessage());
            assertInstanceOf(IOException.class, failure(source.receive(directory)));
        }
    }

    @Test
    void secondTransferFailsAtOnceAndTheFirstContinues() throws Exception {
        Path file = file();
        try (BulkMembers members = new BulkMembers(2, directory)) {
            BulkTransfer source = members.source();
            CompletableFuture<BulkReport> first = source.send(file);
            CompletableFuture<BulkReport> second = source.send(file);
            assertTrue(second.isCompletedExceptionally(), "the second transfer waits for the loop");
            assertEquals("another transfer is in progress", failure(second).getMessage());
            members.receiver(2);
            assertTrue(members.await(first).succeeded());
        }
    }

    @Test
    void secondReceiveFailsTheFirst() throws Exception {
        Path file = file();
        try (BulkMembers members = new BulkMembers(2, directory)) {
            members.receiver(2);
            CompletableFuture<BulkReport> before = members.receiving.get(2);
            members.receiving.put(2, members.open.get(2).receive(members.directory(2)));
            assertInstanceOf(IllegalStateException.class, failure(before));
            assertTrue(members.await(members.source().send(file)).succeeded());
            assertTrue(members.received(2).succeeded());
        }
    }

    @Test
    void secondCloseDoesNotWaitForTheFirst() throws Exception {
        CountDownLatch writing = new CountDownLatch(1);
        CountDownLatch held = new CountDownLatch(1);
        Path file = BulkMembers.file(directory.resolve("file"), 400_000, 1);
        try (BulkMembers members = new BulkMembers(2, directory)) {
            members.receiver(
                    members.settings(2),
                    () ->
                            new OpenFiles(true) {
                                @Override
                                void write(Path path, long at, byte[] from, int offset, int length)
                                        throws IOException {
                                    writing.countDown();
                                    while (held.getCount() > 0) LockSupport.parkNanos(1_000_000);
                                    super.write(path, at, from, offset, length);
                                }
                            });
            members.source().send(file);
            assertTrue(writing.await(20, TimeUnit.SECONDS));
            BulkTransfer receiver = members.open.get(2);
            Thread first =
                    new Thread(
                            () -> {
                                try {
                                    receiver.close();
                                } catch (IOException e) {
                                    throw new AssertionError(e);
                                }
                            });
            first.start();
            assertInstanceOf(IOException.class, failure(members.receiving.get(2)));
            receiver.close();
            assertTrue(first.isAlive(), "the second close waited");
            held.countDown();
            first.join();
        }
    }

    @Test
    void receiveIntoADirectoryTakesOneTransfer() throws Exception {
        Path first = BulkMembers.file(directory.resolve("first"), 10_000, 1);
        Path second = BulkMembers.file(directory.resolve("second"), 10_000, 2);
        Duration brief = Duration.ofMillis(700);
        try (BulkMembers members = new BulkMembers(2, directory)) {
            members.receiver(2);
            BulkTransfer source =
                    members.source(
                            members.settings(1).withWaits(Duration.ofSeconds(20), brief, brief));
            assertTrue(members.await(source.send(first)).succeeded());
            assertTrue(members.received(2).succeeded());
            BulkReport unasked = members.await(source.send(List.of(second), brief));
            assertEquals(List.of(), unasked.done());
            try (Stream<Path> all = Files.list(members.directory(2))) {
                assertEquals(List.of("first"), all.map(p -> p.getFileName().toString()).toList());
            }
            assertFalse(unasked.succeeded());
        }
    }
}
