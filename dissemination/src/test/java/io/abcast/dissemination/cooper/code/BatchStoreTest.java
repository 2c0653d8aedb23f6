package io.abcast.dissemination.cooper.code;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.dissemination.cooper.SeededBits;
import io.abcast.dissemination.cooper.code.BatchStore.Arrival;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class BatchStoreTest {
    private static final int SOURCE = 0;
    private static final int FORGER = 7;

    private final FieldKernel kernel = Kernels.fastest(System::nanoTime);
    private final SeededBits bits = new SeededBits(3);

    private byte[][] blocks;

    private BatchStore source(int k, int blockBytes) {
        blocks = new byte[k][blockBytes];
        for (byte[] block : blocks) bits.nextBytes(block, blockBytes);
        long length = (long) k * blockBytes;
        return BatchStore.of(kernel, Manifest.of(0, 0, length, blocks), blocks, SOURCE);
    }

    private byte[] coded(BatchStore from) {
        return from.recode(bits).run(kernel);
    }

    @Test
    void recodedRowsDecodeToTheBlocksOfTheSource() {
        for (int[] shape : new int[][] {{1, 1}, {2, 63}, {16, 64}, {16, 70_001}, {64, 9_000}}) {
            BatchStore source = source(shape[0], shape[1]);
            BatchStore relay = new BatchStore(kernel, source.manifest());
            BatchStore last = new BatchStore(kernel, source.manifest());
            for (int i = 0; !last.full(); i++) {
                byte[] sent = i < shape[0] ? source.row(i) : coded(source);
                relay.add(sent, SOURCE);
                last.add(coded(relay), 1);
            }
            Decoded decoded = last.decode().run(kernel);
            assertEquals(-1, decoded.bad());
            assertArrayEquals(blocks, last.manifest().blocks(decoded.rows()));
            assertNull(last.onDecoded(decoded));
            assertTrue(last.verified());
        }
    }

    @Test
    void redundantAndMalformedRowsAreNotKept() {
        BatchStore source = source(8, 100);
        BatchStore node = new BatchStore(kernel, source.manifest());
        byte[] row = coded(source);
        assertEquals(Arrival.INNOVATIVE, node.add(row, SOURCE));
        assertFalse(node.wants(Arrays.copyOf(row, 8)));
        assertEquals(Arrival.REDUNDANT, node.add(row, SOURCE));
        assertEquals(Arrival.MALFORMED, node.add(new byte[5], SOURCE));
        assertThrows(IllegalArgumentException.class, () -> node.wants(new byte[7]));
        assertEquals(1, node.rank());
    }

    @Test
    void everyChangedByteIsFoundOnArrival() {
        BatchStore source = source(5, 150);
        byte[] row = coded(source);
        for (int at = 0; at < row.length; at++) {
            byte[] changed = row.clone();
            changed[at] ^= (byte) (1 << (at % 8));
            BatchStore node = new BatchStore(kernel, source.manifest());
            assertEquals(Arrival.BAD, node.add(changed, 1), "byte " + at);
        }
    }

    @Test
    void checkOfACombinationIsTheCombinationOfTheChecks() {
        byte[] one = new byte[333];
        byte[] two = new byte[333];
        for (int i = 0; i < 50; i++) {
            bits.nextBytes(one, 333);
            bits.nextBytes(two, 333);
            byte[] sum = one.clone();
            int factor = bits.nextInt(256);
            kernel.addScaled(sum, 0, two, 0, 333, factor);
            byte[] expected = LinearCheck.of(one, 0, 333);
            byte[] scaled = LinearCheck.of(two, 0, 333);
            kernel.addScaled(expected, 0, scaled, 0, LinearCheck.BYTES, factor);
            assertArrayEquals(expected, LinearCheck.of(sum, 0, 333));
        }
    }

    @Test
    void everyByteCountsInTheCheck() {
        byte[] block = new byte[5 + 150];
        bits.nextBytes(block, block.length);
        for (int length : new int[] {0, 1, 63, 64, 65, 128, 150}) {
            byte[] check = LinearCheck.of(block, 5, length);
            assertTrue(LinearCheck.agrees(check, block, 5, length));
            for (int at = 0; at < length; at++) {
                block[5 + at] ^= 0x10;
                assertFalse(LinearCheck.agrees(check, block, 5, length), at + " of " + length);
                block[5 + at] ^= 0x10;
            }
        }
    }

    @Test
    void forgerIsFoundByDigests() {
        for (int forged = 1; forged <= 4; forged++) {
            int k = 12;
            BatchStore source = source(k, 200);
            BatchStore node = new BatchStore(kernel, source.manifest());
            for (int i = 0; !node.full(); i++) {
                byte[] row = coded(source);
                int sender = i % 3;
                if (i < forged) {
                    forge(row, k);
                    sender = FORGER;
                }
                assertEquals(Arrival.INNOVATIVE, node.add(row, sender));
            }
            Decoded failed = node.decode().run(kernel);
            assertTrue(failed.bad() >= 0);
            DecodeJob next = node.onDecoded(failed);
            assertTrue(node.suspicious());
            while (next == null) {
                byte[] row = coded(source);
                assertTrue(node.wants(Arrays.copyOf(row, k)));
                node.add(row, 1);
                next = drain(node, node.suspect());
                if (node.verified()) break;
            }
            drain(node, next);
            assertTrue(node.verified(), "forged " + forged);
            node.drop(FORGER);
            assertTrue(node.full());
            assertArrayEquals(blocks, node.manifest().blocks(node.decode().run(kernel).rows()));
        }
    }

    private DecodeJob drain(BatchStore node, DecodeJob job) {
        DecodeJob next = job;
        while (next != null) {
            Decoded decoded = next.run(kernel);
            if (decoded.bad() < 0)
                assertEquals(FORGER, next.without(), "an honest sender was left out");
            next = node.onDecoded(decoded);
        }
        return null;
    }

    private static void forge(byte[] row, int k) {
        row[k] ^= 1;
        row[k + LinearCheck.BYTES] ^= 2;
    }

    @Test
    void inconsistentManifestsAreRefused() {
        Manifest good = source(4, 10).manifest();
        assertNotNull(good);
        byte[][] digests = good.digests();
        byte[][] checks = good.checks();
        assertThrows(
                IllegalArgumentException.class,
                () -> new Manifest(-1, 0, 10, 40, BlockDigest.SHA_256, digests, checks));
        assertThrows(
                IllegalArgumentException.class,
                () -> new Manifest(0, 0, 10, 41, BlockDigest.SHA_256, digests, checks));
        assertThrows(
                IllegalArgumentException.class,
                () -> new Manifest(0, 0, 0, 0, BlockDigest.SHA_256, digests, checks));
        assertThrows(
                IllegalArgumentException.class,
                () -> new Manifest(0, 0, 10, 40, BlockDigest.SHA_256, digests, new byte[4][1]));
        assertThrows(
                IllegalArgumentException.class,
                () ->
                        new Manifest(
                                0, 0, 10, 40, BlockDigest.SHA_256, new byte[0][], new byte[0][]));
    }
}
