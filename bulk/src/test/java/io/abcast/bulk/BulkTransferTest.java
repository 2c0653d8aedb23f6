package io.abcast.bulk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.dissemination.cooper.code.Manifest;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BulkTransferTest {
    @TempDir Path directory;

    @Test
    void filesOfAllSizesArriveAndNoOtherFilesRemain() throws Exception {
        List<Path> files =
                List.of(
                        BulkMembers.file(directory.resolve("large"), 1_000_003, 1),
                        BulkMembers.file(directory.resolve("empty"), 0, 2),
                        BulkMembers.file(directory.resolve("one byte"), 1, 3),
                        BulkMembers.file(directory.resolve("batch"), 8 * 16 * 1024, 4),
                        BulkMembers.file(directory.resolve("last empty"), 0, 5));
        try (BulkMembers members = new BulkMembers(4, directory)) {
            for (int id = 2; id <= 4; id++) members.receiver(id);
            BulkReport report = members.await(members.source().send(files));
            assertTrue(report.succeeded(), report::failure);
            assertEquals(List.of(2, 3, 4), report.done());
            long blocks = 0;
            for (int id = 2; id <= 4; id++) {
                assertTrue(members.received(id).succeeded());
                assertDelivered(members, id, files);
                blocks += members.received(id).figures().innovative();
            }
            assertEquals(3 * (1_000_003L + 1 + 8 * 16 * 1024 + 16_383) / (16 * 1024), blocks);
        }
    }

    private static void assertDelivered(BulkMembers members, int id, List<Path> files)
            throws IOException {
        Set<String> names = new TreeSet<>();
        for (Path file : files) {
            Path place = members.directory(id).resolve(file.getFileName());
            assertArrayEquals(Files.readAllBytes(file), Files.readAllBytes(place), file.toString());
            names.add(file.getFileName().toString());
        }
        assertEquals(names, names(members.directory(id)));
    }

    private static Set<String> names(Path directory) throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            Set<String> names = new TreeSet<>();
            all.forEach(path -> names.add(path.getFileName().toString()));
            return names;
        }
    }

    @Test
    void transferOfOnlyEmptyFilesSucceeds() throws Exception {
        List<Path> files = List.of(BulkMembers.file(directory.resolve("empty"), 0, 1));
        try (BulkMembers members = new BulkMembers(2, directory)) {
            members.receiver(2);
            assertTrue(members.await(members.source().send(files)).succeeded());
            assertTrue(members.received(2).succeeded());
            assertDelivered(members, 2, files);
        }
    }

    @Test
    void transfersFollowEachOther() throws Exception {
        try (BulkMembers members = new BulkMembers(3, directory)) {
            members.receiver(2);
            members.receiver(3);
            BulkTransfer source = members.source();
            for (int i = 0; i < 2; i++) {
                Path file = BulkMembers.file(directory.resolve("file" + i), 200_000, i);
                assertTrue(members.await(source.send(file)).succeeded());
                for (int id = 2; id <= 3; id++) {
                    assertTrue(members.received(id).succeeded());
                    Path place = members.directory(id).resolve("file" + i);
                    assertArrayEquals(Files.readAllBytes(file), Files.readAllBytes(place));
                    members.receiving.put(id, members.open.get(id).receive(members.directory(id)));
                }
            }
        }
    }

    @Test
    void lateReceiverGetsBatchesThatOthersDroppedFromMemory() throws Exception {
        Path file = BulkMembers.file(directory.resolve("file"), 3_000_000, 1);
        try (BulkMembers members = new BulkMembers(3, directory)) {
            members.receiver(members.settings(2).withMemory(1), () -> new OpenFiles(true));
            BulkTransfer source =
                    members.source(
                            members.settings(1)
                                    .withMemory(1)
                                    .withWaits(
                                            Duration.ofSeconds(1),
                                            Duration.ofSeconds(5),
                                            Duration.ofSeconds(1)));
            var sent = source.send(file);
            members.until(() -> source.progress().fraction() >= 0.5);
            members.receiver(3);
            assertTrue(members.received(3).succeeded());
            assertDelivered(members, 3, List.of(file));
            // Timing decides whether the source still waited for member 3, so only member 2 is
            // checked.
            assertTrue(members.await(sent).done().contains(2));
        }
    }

    @Test
    void lateReceiverIsServedFromTheFilesInTheirPlaces() throws Exception {
        Path file = BulkMembers.file(directory.resolve("file"), 3_000_000, 1);
        try (BulkMembers members = new BulkMembers(3, directory)) {
            members.receiver(members.settings(2).withMemory(1), () -> new OpenFiles(true));
            BulkTransfer source = members.source(members.settings(1).withMemory(1));
            var sent = source.send(file);
            members.until(() -> Files.exists(place(members, 2)));
            long before = members.open.get(2).sentBytes();
            members.receiver(3);
            assertTrue(members.await(sent).succeeded());
            for (int id = 2; id <= 3; id++) assertDelivered(members, id, List.of(file));
            long given = members.open.get(2).sentBytes() - before;
            assertTrue(given > 600_000, given + " bytes; notes: " + members.notes);
        }
    }

    @Test
    void memberWithoutItsFileLeavesLateReceiversToOthers() throws Exception {
        Path file = BulkMembers.file(directory.resolve("file"), 3_000_000, 1);
        try (BulkMembers members = new BulkMembers(3, directory)) {
            members.receiver(members.settings(2).withMemory(1), () -> new OpenFiles(true));
            var sent = members.source(members.settings(1).withMemory(1)).send(file);
            members.until(() -> Files.exists(place(members, 2)));
            Files.delete(place(members, 2));
            members.receiver(3);
            assertTrue(members.await(sent).succeeded());
            assertDelivered(members, 3, List.of(file));
            assertEquals(Set.of(), names(members.directory(2)));
            assertTrue(
                    members.notes.stream().anyMatch(line -> line.startsWith("2: cannot read")),
                    members.notes::toString);
        }
    }

    @Test
    void sourceReportsAChangedFile() throws Exception {
        Path file = BulkMembers.file(directory.resolve("file"), 3_000_000, 1);
        try (BulkMembers members = new BulkMembers(3, directory)) {
            members.receiver(2);
            var sent = members.source(members.settings(1).withMemory(1)).send(file);
            members.until(() -> Files.exists(place(members, 2)));
            members.close(2);
            Files.setLastModifiedTime(file, FileTime.fromMillis(1));
            members.receiver(3);
            String failure = members.await(sent).failure();
            assertTrue(failure.contains("was changed since the transfer began"), failure);
            assertFalse(Files.exists(place(members, 3)));
        }
    }

    @Test
    void receiverThatShunsTheSourceFails() throws Exception {
        Path file = BulkMembers.file(directory.resolve("file"), 1_000_000, 1);
        Catalog catalog = new Catalog(7, 1, 1, 8, 16 * 1024, SourceFiles.entries(List.of(file)));
        BulkStore files = new SourceFiles(catalog, List.of(file));
        try (BulkMembers members = new BulkMembers(2, directory)) {
            members.receiver(2);
            Duration join = Duration.ofSeconds(20);
            BulkReport report =
                    members.await(members.source().send(catalog, damaging(files), join));
            assertFalse(report.succeeded());
            String failure = members.received(2).failure();
            assertTrue(failure.contains("sends damaged blocks"), failure);
            assertTrue(failure.contains("missing: batches 0-7 of 8"), failure);
        }
    }

    private static BulkStore damaging(BulkStore files) {
        return new BulkStore() {
            @Override
            public Loaded load(int batch, Manifest manifest, long startRound) throws IOException {
                Loaded loaded = files.load(batch, manifest, startRound);
                for (byte[] row : loaded.rows()) row[row.length / 2] ^= 1;
                return loaded;
            }

            @Override
            public byte[][] loadPart(Manifest manifest, int first, int count) throws IOException {
                return files.loadPart(manifest, first, count);
            }

            @Override
            public void write(Manifest manifest, byte[][] rows) throws IOException {
                files.write(manifest, rows);
            }

            @Override
            public FileDigests digests() {
                return files.digests();
            }

            @Override
            public void close() throws IOException {
                files.close();
            }
        };
    }

    private static Path place(BulkMembers members, int id) {
        return members.directory.resolve("member" + id).resolve("file");
    }

    @Test
    void transferBeginsWithTheFirstPresentReceiver() throws Exception {
        Path file = BulkMembers.file(directory.resolve("file"), 3_000_000, 1);
        try (BulkMembers members = new BulkMembers(3, directory)) {
            members.receiver(2);
            var sent = members.source().send(file);
            Path first = members.directory(2).resolve("file");
            members.until(() -> Files.exists(first));
            assertFalse(sent.isDone());
            members.receiver(3);
            assertTrue(members.await(sent).succeeded());
            for (int id = 2; id <= 3; id++) assertDelivered(members, id, List.of(file));
        }
    }

    @Test
    void memberThatDoesNotWantATransferMayAcceptItLater() throws Exception {
        Path file = BulkMembers.file(directory.resolve("file"), 100_000, 1);
        try (BulkMembers members = new BulkMembers(3, directory)) {
            for (int id = 2; id <= 3; id++) {
                BulkTransfer receiver = BulkTransfer.open(members.settings(id));
                members.open.put(id, receiver);
                CompletableFuture<BulkReport> received = new CompletableFuture<>();
                members.receiving.put(id, received);
                AtomicInteger asked = new AtomicInteger();
                int refusals = id == 2 ? 2 : Integer.MAX_VALUE;
                receiver.receive(
                        members.directory(id),
                        (from, names) -> asked.incrementAndGet() > refusals,
                        received::complete);
            }
            BulkReport report = members.await(members.source().send(file));
            assertEquals(List.of(2), report.done());
            assertEquals("does not want the transfer", report.failed().get(3));
            assertDelivered(members, 2, List.of(file));
        }
    }

    private static final class FailingDisk extends OpenFiles {
        private final AtomicInteger writes = new AtomicInteger();
        private final int failsAt;
        private final IOException failure;

        FailingDisk(int failsAt, IOException failure) {
            super(true);
            this.failsAt = failsAt;
            this.failure = failure;
        }

        @Override
        void write(Path path, long at, byte[] from, int offset, int length) throws IOException {
            if (writes.incrementAndGet() >= failsAt) throw failure;
            super.write(path, at, from, offset, length);
        }
    }

    @Test
    void fullDiskFailsOnlyItsReceiverWhichResumesLater() throws Exception {
        Path file = BulkMembers.file(directory.resolve("file"), 2_000_000, 1);
        try (BulkMembers members = new BulkMembers(4, directory)) {
            members.receiver(2);
            members.receiver(3);
            OpenFiles full = new FailingDisk(60, new IOException("No space left on device"));
            members.receiver(members.settings(4), () -> full);
            BulkReport report = members.await(members.source().send(file));
            assertEquals(List.of(2, 3), report.done());
            String full4 = members.directory(4) + ": No space left on device";
            assertEquals(full4, report.failed().get(4));
            assertFalse(report.succeeded());
            assertEquals(full4, members.received(4).failure());
            assertDelivered(members, 2, List.of(file));
            assertFalse(
                    Files.exists(members.directory(4).resolve("file")),
                    "an incomplete file is in its place");
            for (int id = 1; id <= 4; id++) members.close(id);
            for (int id = 2; id <= 3; id++) Files.delete(members.directory(id).resolve("file"));
            for (int id = 2; id <= 4; id++) members.receiver(id);
            assertTrue(members.await(members.source().send(file)).succeeded());
            for (int id = 2; id <= 4; id++) assertDelivered(members, id, List.of(file));
            assertTrue(
                    members.notes.stream().anyMatch(line -> line.startsWith("4: resumes with ")),
                    members.notes::toString);
            assertTrue(members.received(4).figures().innovative() < 123);
        }
    }

    @Test
    void receiverWithoutFreeSpaceFailsBeforeItStarts() throws Exception {
        Path file = BulkMembers.file(directory.resolve("file"), 100_000, 1);
        try (BulkMembers members = new BulkMembers(3, directory)) {
            members.receiver(2);
            members.receiver(
                    members.settings(3),
                    () ->
                            new OpenFiles(true) {
                                @Override
                                long usableBytes(Path any) {
                                    return 99_999;
                                }
                            });
            BulkReport report = members.await(members.source().send(file));
            assertEquals(List.of(2), report.done());
            String why = members.received(3).failure();
            assertTrue(why.contains("expected 100000 free bytes, there are 99999"), why);
        }
    }

    @Test
    void receiverWithoutPermissionReportsIt() throws Exception {
        Path file = BulkMembers.file(directory.resolve("file"), 100_000, 1);
        try (BulkMembers members = new BulkMembers(2, directory)) {
            OpenFiles denied = new FailingDisk(1, new AccessDeniedException("/there"));
            members.receiver(members.settings(2), () -> denied);
            BulkReport report = members.await(members.source().send(file));
            assertEquals("/there: permission denied", report.failed().get(2));
        }
    }

    @Test
    void receiversFinishWithoutTheSourceOnceEveryBlockHasLeft() throws Exception {
        Path file = BulkMembers.file(directory.resolve("file"), 4_000_000, 1);
        try (BulkMembers members = new BulkMembers(5, directory)) {
            for (int id = 2; id <= 5; id++)
                members.receiver(
                        members.settings(id).withRate(40_000_000), () -> new OpenFiles(true));
            var sent = members.source().send(file);
            members.until(() -> members.notes.stream().anyMatch(line -> line.contains("has left")));
            assertTrue(
                    members.receiving.values().stream().noneMatch(end -> end.isDone()),
                    "a receiver ended before every block had left");
            members.close(1);
            for (int id = 2; id <= 5; id++) {
                assertTrue(members.received(id).succeeded(), members.received(id)::failure);
                assertDelivered(members, id, List.of(file));
            }
            assertTrue(sent.isCompletedExceptionally());
        }
    }

    @Test
    void receiversWaitForASlowDiskWhenTheSourceIsGone() throws Exception {
        Path file = BulkMembers.file(directory.resolve("file"), 400_000, 1);
        Duration stalled = Duration.ofMillis(300);
        try (BulkMembers members = new BulkMembers(3, directory)) {
            for (int id = 2; id <= 3; id++)
                members.receiver(
                        members.settings(id).withWaits(stalled, stalled, stalled), SlowDisk::new);
            BulkTransfer source = members.source();
            var sent = source.send(file);
            members.until(() -> source.progress().fraction() == 1);
            members.close(1);
            for (int id = 2; id <= 3; id++) {
                assertTrue(members.received(id).succeeded(), members.received(id)::failure);
                assertDelivered(members, id, List.of(file));
            }
            assertTrue(sent.isCompletedExceptionally());
        }
    }

    private static final class SlowDisk extends OpenFiles {
        private static final long FIRST_WRITE_MILLIS = 1_500;
        private boolean written;

        SlowDisk() {
            super(true);
        }

        @Override
        void write(Path path, long at, byte[] from, int offset, int length) throws IOException {
            if (!written) LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(FIRST_WRITE_MILLIS));
            written = true;
            super.write(path, at, from, offset, length);
        }
    }

    @Test
    void receiversNameMissingBatchesWhenTheSourceLeavesTooEarlyAndResumeLater() throws Exception {
        Path file = BulkMembers.file(directory.resolve("file"), 4_000_000, 1);
        try (BulkMembers members = new BulkMembers(3, directory)) {
            members.receiver(2);
            members.receiver(3);
            BulkTransfer source = members.source(members.settings(1).withRate(20_000_000));
            var sent = source.send(file);
            members.until(() -> source.progress().fraction() >= 0.4);
            members.close(1);
            for (int id = 2; id <= 3; id++) {
                BulkReport report = members.received(id);
                assertTrue(
                        report.failure().contains("the source, is gone")
                                && report.failure().contains("missing: batches "),
                        report::failure);
                assertFalse(Files.exists(members.directory(id).resolve("file")));
                members.close(id);
            }
            for (int id = 2; id <= 3; id++) members.receiver(id);
            assertTrue(members.await(members.source().send(file)).succeeded());
            for (int id = 2; id <= 3; id++) {
                assertDelivered(members, id, List.of(file));
                assertTrue(members.received(id).figures().innovative() < 200, "no batch was kept");
            }
            assertTrue(sent.isCompletedExceptionally());
        }
    }

    @Test
    void rehearsalCompletesOrEndsOnRequest() {
        assertTrue(Rehearsal.run(() -> false));
        assertFalse(Rehearsal.run(() -> true));
    }

    @Test
    void reportNamesAMemberThatNeverJoined() throws Exception {
        Path file = BulkMembers.file(directory.resolve("file"), 10_000, 1);
        try (BulkMembers members = new BulkMembers(3, directory)) {
            members.receiver(2);
            Duration brief = Duration.ofMillis(700);
            BulkTransfer source =
                    members.source(members.settings(1).withWaits(brief, brief, brief));
            BulkReport report = members.await(source.send(file));
            assertEquals(List.of(2), report.done());
            assertEquals("never joined", report.failed().get(3));
        }
    }

    @Test
    void missingFilesAndDirectoriesAreRefused() throws Exception {
        try (BulkMembers members = new BulkMembers(2, directory)) {
            BulkTransfer source = members.source();
            Path missing = directory.resolve("missing");
            ExecutionException e =
                    assertThrows(ExecutionException.class, () -> source.send(missing).get());
            assertTrue(e.getCause().getMessage().contains("no such file"), e::toString);
            e = assertThrows(ExecutionException.class, () -> source.send(directory).get());
            assertTrue(e.getCause().getMessage().contains("not a file"), e::toString);
        }
    }
}
