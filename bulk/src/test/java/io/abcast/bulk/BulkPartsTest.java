package io.abcast.bulk;

import static io.abcast.dissemination.cooper.code.BlockDigest.SHA_256;
import static io.abcast.dissemination.cooper.code.BlockDigest.SHA_512_256;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.bulk.BulkMessage.Phase;
import io.abcast.bulk.BulkMessage.Progress;
import io.abcast.dissemination.cooper.code.Manifest;
import io.abcast.kernel.MalformedFrameException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BulkPartsTest {
    @TempDir Path directory;

    private static Catalog catalog(String... names) {
        List<Catalog.Entry> files = new ArrayList<>();
        for (String name : names) files.add(new Catalog.Entry(name, 10L * name.length(), 7));
        return new Catalog(5, 1, 99, 4, 8, files);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a/b", "../a", "a\\b", "a\nb", "\0"})
    void namesThatLeaveTheDirectoryAreRefused(String name) {
        assertThrows(IllegalArgumentException.class, () -> catalog(name));
    }

    @Test
    void twoFilesOfOneNameAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> catalog("a", "b", "a"));
    }

    @Test
    void streamIsCutIntoBatchesAndFiles() throws Exception {
        Catalog catalog = catalog("a", "four", "bb");
        assertEquals(70, catalog.bytes());
        assertEquals(3, catalog.batches());
        assertEquals(6, catalog.length(2));
        assertEquals(1, catalog.blocks(2));
        assertEquals(9, catalog.rankTotal());
        List<String> parts = new ArrayList<>();
        new Layout(catalog)
                .visit(
                        5,
                        50,
                        (file, at, offset, length) ->
                                parts.add(file + "@" + at + "+" + length + " from " + offset));
        assertEquals(List.of("0@5+5 from 0", "1@0+40 from 5", "2@0+5 from 45"), parts);
    }

    @Test
    void messagesAreDecodedAndDamagedFramesAreMalformed() {
        List<BulkMessage> messages =
                List.of(
                        new BulkMessage.Gossip(3, new byte[] {1, 2}),
                        new BulkMessage.Files(catalog("a", "b c")),
                        new BulkMessage.Progress(-1, BulkMessage.Phase.FAILED, 77, 2, "why"),
                        new BulkMessage.Progress(5, BulkMessage.Phase.UNWANTED, 0, 0, ""),
                        new BulkMessage.Digests(1, 2, new byte[][] {new byte[32]}));
        SplittableRandom random = new SplittableRandom(1);
        for (BulkMessage message : messages) {
            byte[] frame = BulkCodec.encode(message);
            assertArrayEquals(frame, BulkCodec.encode(BulkCodec.decode(frame)));
            for (int i = 0; i < 2_000; i++) {
                byte[] damaged = Arrays.copyOf(frame, random.nextInt(frame.length + 3));
                if (damaged.length > 0)
                    damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
                try {
                    BulkCodec.decode(damaged);
                } catch (MalformedFrameException e) {
                    // MalformedFrameException is the only exception that the decoder may throw for
                    // a damaged frame.
                }
            }
        }
    }

    @Test
    void uplinkIsPacedAndAccumulatesFewTokens() {
        long second = 1_000_000_000;
        Pacer pacer = new Pacer(80_000_000, 0);
        long now = 0;
        long sent = 0;
        while (now < second) {
            long delay = pacer.delayNanos(32_768, now);
            now += delay;
            if (delay == 0) {
                pacer.take(32_768);
                sent += 32_768;
            }
        }
        double expected = 10e6 / Pacer.FRAME_OVERHEAD;
        assertEquals(expected, (double) sent, 0.02 * expected);
        now += 100 * second;
        long burst = 0;
        while (pacer.delayNanos(32_768, now) == 0) {
            pacer.take(32_768);
            burst += 32_768;
        }
        assertTrue(burst <= 100_000, "burst " + burst);
    }

    @Test
    void journalDropsOnlyATornEnd() throws Exception {
        Path path = directory.resolve("journal");
        byte[][] blocks = {{1, 2, 3}, {4, 5, 6}};
        try (BatchJournal journal = new BatchJournal(path)) {
            for (int batch = 0; batch < 3; batch++) journal.add(Manifest.of(batch, 0, 6, blocks));
        }
        long whole = Files.size(path);
        byte[] bytes = Files.readAllBytes(path);
        Files.write(path, Arrays.copyOf(bytes, bytes.length - 5));
        try (BatchJournal journal = new BatchJournal(path)) {
            assertEquals(Set.of(0, 1), journal.found().keySet());
            journal.add(Manifest.of(2, 0, 6, blocks));
        }
        assertEquals(whole, Files.size(path));
        Files.write(path, new byte[] {9, 9, 9}, StandardOpenOption.APPEND);
        try (BatchJournal journal = new BatchJournal(path)) {
            assertEquals(Set.of(0, 1, 2), journal.found().keySet());
        }
    }

    private static byte[][] rows(byte[][] blocks) {
        byte[][] rows = new byte[blocks.length][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = new byte[blocks.length + blocks[i].length];
            System.arraycopy(blocks[i], 0, rows[i], blocks.length, blocks[i].length);
        }
        return rows;
    }

    @Test
    void keptBatchesAreComparedWithTheirDigests() throws Exception {
        Catalog catalog = new Catalog(5, 1, 9, 2, 4, List.of(new Catalog.Entry("f", 16, 0)));
        byte[][] first = {{1, 2, 3, 4}, {5, 6, 7, 8}};
        byte[][] second = {{9, 9, 9, 9}, {8, 8, 8, 8}};
        try (ReceivedFiles files =
                new ReceivedFiles(catalog, directory, false, new OpenFiles(true))) {
            assertEquals(List.of(), files.open());
            files.write(Manifest.of(0, 0, 8, first), rows(first));
            files.write(Manifest.of(1, 0, 8, second), rows(second));
        }
        Path part = directory.resolve(".abcast-" + catalog.content()).resolve("0.part");
        byte[] bytes = Files.readAllBytes(part);
        bytes[3] ^= 1;
        Files.write(part, bytes);
        try (ReceivedFiles files =
                new ReceivedFiles(catalog, directory, false, new OpenFiles(true))) {
            List<Manifest> kept = files.open();
            assertEquals(1, kept.size());
            assertEquals(1, kept.get(0).batch());
        }
    }

    @Test
    void fileWhoseDigestIsWrongIsNotDelivered() throws Exception {
        Catalog catalog = new Catalog(5, 1, 9, 2, 4, List.of(new Catalog.Entry("f", 16, 0)));
        Manifest[] manifests = new Manifest[2];
        FileDigests said = new FileDigests(catalog, new Layout(catalog));
        byte[][][] blocks = {{{1, 2, 3, 4}, {5, 6, 7, 8}}, {{9, 9, 9, 9}, {8, 8, 8, 8}}};
        for (int batch = 1; batch >= 0; batch--) {
            manifests[batch] = Manifest.of(batch, 0, 8, blocks[batch]);
            said.add(manifests[batch]);
        }
        assertEquals(1, said.known());
        blocks[1][0][2] ^= 1;
        try (ReceivedFiles files =
                new ReceivedFiles(catalog, directory, false, new OpenFiles(true))) {
            files.open();
            files.write(manifests[0], rows(blocks[0]));
            files.write(Manifest.of(1, 0, 8, blocks[1]), rows(blocks[1]));
            byte[][] expected = {said.digest(0)};
            IOException e = assertThrows(IOException.class, () -> files.finish(expected));
            assertTrue(e.getMessage().startsWith("f: its digest differs"), e::getMessage);
        }
        try (Stream<Path> left = Files.list(directory)) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void unauthenticatedConnectionsDoNotDisturbTheMembers() throws Exception {
        Path file = BulkMembers.file(directory.resolve("file"), 300_000, 1);
        try (BulkMembers members = new BulkMembers(3, directory)) {
            members.receiver(2);
            SplittableRandom random = new SplittableRandom(1);
            for (int i = 0; i < 5; i++) {
                byte[] garbage = new byte[1 + random.nextInt(5_000)];
                random.nextBytes(garbage);
                try (Socket socket =
                        new Socket(
                                members.addresses.get(2).getAddress(),
                                members.addresses.get(2).getPort())) {
                    OutputStream out = socket.getOutputStream();
                    out.write(garbage);
                    out.flush();
                } catch (IOException e) {
                    // The member with the port may close the connection before the test has written
                    // all garbage bytes to it.
                }
            }
            members.receiver(3);
            assertTrue(members.await(members.source().send(file)).succeeded());
            assertTrue(members.notes.stream().noneMatch(line -> line.contains("defect")));
        }
    }

    @Test
    void digestIsTheFastestOfTheProcessor() {
        assertEquals(SHA_256, Processor.fastestDigest("model name: x\nflags\t\t: avx2 sha_ni"));
        assertEquals(SHA_256, Processor.fastestDigest("Features\t: aes sha1 sha2 crc32"));
        assertEquals(SHA_512_256, Processor.fastestDigest("flags\t\t: avx2 sha_nix sha512"));
        assertEquals(SHA_256, Processor.fastestDigest("cpu : without features"));
    }

    @Test
    void absenceCountsFromTheFirstMessageOfATransfer() {
        long second = 1_000_000_000L;
        BulkPeers peers = new BulkPeers(1, List.of(1, 2), 0);
        peers.onProgress(2, new Progress(7, Phase.RUNNING, 0, 0, ""), 8 * second);
        assertFalse(peers.over(2, 7, 5 * second, 60 * second, 9 * second));
        peers.onProgress(2, new Progress(7, Phase.RUNNING, 0, 0, ""), 12 * second);
        assertFalse(peers.over(2, 7, 5 * second, 60 * second, 13 * second));
        assertTrue(peers.over(2, 7, 5 * second, 60 * second, 13 * second + 1));
    }

    @Test
    void sourceDoesNotWaitForMembersThatDoNotWantTheTransfer() {
        BulkPeers peers = new BulkPeers(1, List.of(1, 2), 0);
        peers.onReachable(new int[] {1, 2}, 0);
        peers.onProgress(2, new Progress(7, Phase.UNWANTED, 0, 0, ""), 1);
        assertTrue(peers.over(2, 7, 5, 60, 2));
        assertArrayEquals(new int[] {1}, peers.takingPart(7));
        peers.onProgress(2, new Progress(7, Phase.RUNNING, 0, 0, ""), 3);
        assertFalse(peers.over(2, 7, 5, 60, 4));
        assertArrayEquals(new int[] {1, 2}, peers.takingPart(7));
    }
}
