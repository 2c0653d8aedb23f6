package io.abcast.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a {@code WireReader} returns all fields that a {@code WireWriter} wrote. */
final class WireTest {
    private static WireReader reading(int... bytes) {
        byte[] all = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) all[i] = (byte) bytes[i];
        return new WireReader(all);
    }

    @ParameterizedTest
    @ValueSource(
            longs = {
                0,
                1,
                127,
                128,
                16_383,
                16_384,
                Integer.MAX_VALUE,
                1L << 56,
                Long.MAX_VALUE,
                -1,
                Long.MIN_VALUE
            })
    void varintsAreReadAsWritten(long value) {
        WireReader in = new WireReader(new WireWriter(0).varint(value).toByteArray());
        assertEquals(value, in.varint());
        in.end();
    }

    @Test
    void varintTakesAsManyBytesAsItNeeds() {
        assertEquals(1, new WireWriter(0).varint(127).size());
        assertEquals(2, new WireWriter(0).varint(128).size());
        assertEquals(9, new WireWriter(0).varint(Long.MAX_VALUE).size());
        assertEquals(10, new WireWriter(0).varint(-1).size());
    }

    @Test
    void varintWithoutEndIsRefused() {
        int[] endless = new int[11];
        Arrays.fill(endless, 0x80);
        assertThrows(MalformedFrameException.class, () -> reading(endless).varint());
        assertThrows(MalformedFrameException.class, () -> reading(0x80).varint());
        assertThrows(MalformedFrameException.class, () -> reading().varint());
    }

    @Test
    void varintBeyond64BitsIsRefused() {
        int[] tooLarge = {0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x02};
        assertThrows(MalformedFrameException.class, () -> reading(tooLarge).varint());
        tooLarge[9] = 0x01;
        assertEquals(Long.MIN_VALUE, reading(tooLarge).varint());
    }

    @Test
    void hostileLengthsAreRefusedBeforeTheyAreAllocated() {
        for (long length :
                new long[] {
                    4, 5, Integer.MAX_VALUE, 1L << 31, 1L << 32, Long.MAX_VALUE, -1, Long.MIN_VALUE
                }) {
            byte[] frame = new WireWriter(0).varint(length).raw(new byte[3]).toByteArray();
            assertThrows(MalformedFrameException.class, () -> new WireReader(frame).bytes());
        }
        assertThrows(MalformedFrameException.class, () -> reading(1, 2, 3).raw(-1));
        assertThrows(MalformedFrameException.class, () -> reading(1, 2, 3).raw(4));
        assertThrows(MalformedFrameException.class, () -> reading(1, 2, 3).i32());
        assertThrows(MalformedFrameException.class, () -> reading(1, 2, 3, 4, 5, 6, 7).i64());
        assertThrows(MalformedFrameException.class, () -> reading().u8());
    }

    @Test
    void readerStaysInsideItsRange() {
        byte[] frame = {9, 1, 2, 3, 9};
        WireReader in = new WireReader(frame, 1, 3);
        assertArrayEquals(new byte[] {1, 2, 3}, in.raw(3));
        assertThrows(MalformedFrameException.class, in::u8);
        assertThrows(IndexOutOfBoundsException.class, () -> new WireReader(frame, 3, 3));
        assertThrows(IndexOutOfBoundsException.class, () -> new WireReader(frame, -1, 2));
        assertThrows(IndexOutOfBoundsException.class, () -> new WireReader(frame, 1, -1));
        assertThrows(
                IndexOutOfBoundsException.class,
                () -> new WireReader(frame, Integer.MAX_VALUE, Integer.MAX_VALUE));
    }

    @Test
    void remainingBytesAreRefused() {
        WireReader in = reading(1, 2);
        in.u8();
        assertThrows(MalformedFrameException.class, in::end);
    }

    @Test
    void clearKeepsTheArrayAndDiscardsTheContent() {
        WireWriter out = new WireWriter(64).i64(1).i64(2);
        byte[] array = out.array();
        out.clear();
        assertEquals(0, out.size());
        out.u8(7);
        assertTrue(array == out.array());
        assertArrayEquals(new byte[] {7}, out.toByteArray());
    }

    @Test
    void randomSequencesAreReadAsWritten() {
        long seed = Long.getLong("abcast.seed", System.nanoTime());
        for (int run = 0; run < 200; run++) {
            long runSeed = seed + run;
            Random write = new Random(runSeed);
            WireWriter out = new WireWriter(write.nextInt(32));
            int count = write.nextInt(50);
            for (int i = 0; i < count; i++) writeOne(write, out);
            Random read = new Random(runSeed);
            read.nextInt(32);
            read.nextInt(50);
            WireReader in = new WireReader(out.toByteArray());
            for (int i = 0; i < count; i++)
                readOne(read, in, "rerun with -Dabcast.seed=" + runSeed);
            in.end();
        }
    }

    @Test
    void gatheredBytesAreReadAsWrittenAndNotCopied() {
        byte[] shortOne = new byte[9];
        byte[] longOne = new byte[10];
        WireWriter out = WireWriter.gathering(0, 10);
        for (int i = 0; i < 100; i++) out.i64(i).bytes(longOne).bytes(shortOne);
        WirePieces frame = out.toPieces();
        assertEquals(100, frame.count());
        assertEquals(100 * (8 + 1 + 10 + 1 + 9), frame.bytes());
        WireReader in = new WireReader(frame);
        for (int i = 0; i < 100; i++) {
            assertEquals(i, in.i64());
            assertSame(longOne, in.bytes());
            assertArrayEquals(shortOne, in.bytes());
        }
        in.end();
    }

    @Test
    void piecesThatDoNotFitTheirFrameAreRefused() {
        byte[] head = new WireWriter(0).u8(1).varint(3).u8(2).varint(0).toByteArray();
        byte[] three = new byte[3];
        WireReader in = new WireReader(pieces(head, 2, three));
        assertEquals(1, in.u8());
        assertSame(three, in.bytes());
        assertEquals(2, in.u8());
        assertEquals(0, in.bytes().length);
        in.end();
        // The pieces of the tested frames are wrong in four ways: too long, outside of the frame,
        // at the same offset twice, or never read.
        WireReader longer = new WireReader(pieces(head, 2, new byte[4]));
        longer.u8();
        assertThrows(MalformedFrameException.class, longer::bytes);
        assertThrows(MalformedFrameException.class, () -> pieces(head, 0, three));
        assertThrows(MalformedFrameException.class, () -> pieces(head, 5, three));
        assertThrows(
                MalformedFrameException.class,
                () -> new WirePieces(head, 4, new int[] {2, 2}, new byte[][] {three, three}, 2));
        WireReader left = new WireReader(pieces(head, 3, three));
        left.raw(4);
        assertThrows(MalformedFrameException.class, left::end);
    }

    private static WirePieces pieces(byte[] head, int cut, byte[] piece) {
        return new WirePieces(head, head.length, new int[] {cut}, new byte[][] {piece}, 1);
    }

    private static void writeOne(Random random, WireWriter out) {
        switch (random.nextInt(5)) {
            case 0 -> out.u8(random.nextInt(256));
            case 1 -> out.i32(random.nextInt());
            case 2 -> out.i64(random.nextLong());
            case 3 -> out.varint(random.nextLong() >> random.nextInt(64));
            default -> out.bytes(randomBytes(random));
        }
    }

    private static void readOne(Random random, WireReader in, String rerun) {
        switch (random.nextInt(5)) {
            case 0 -> assertEquals(random.nextInt(256), in.u8(), rerun);
            case 1 -> assertEquals(random.nextInt(), in.i32(), rerun);
            case 2 -> assertEquals(random.nextLong(), in.i64(), rerun);
            case 3 -> assertEquals(random.nextLong() >> random.nextInt(64), in.varint(), rerun);
            default -> assertArrayEquals(randomBytes(random), in.bytes(), rerun);
        }
    }

    private static byte[] randomBytes(Random random) {
        byte[] bytes = new byte[random.nextInt(40)];
        random.nextBytes(bytes);
        return bytes;
    }

    @Test
    void randomBytesCauseNoOtherException() {
        long seed = Long.getLong("abcast.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int run = 0; run < 2_000; run++) {
            WireReader in = new WireReader(randomBytes(random));
            try {
                while (in.remaining() > 0) {
                    switch (random.nextInt(5)) {
                        case 0 -> in.u8();
                        case 1 -> in.i32();
                        case 2 -> in.varint();
                        case 3 -> in.count(1000);
                        default -> in.bytes();
                    }
                }
            } catch (MalformedFrameException refused) {
                assertEquals(0, refused.getStackTrace().length, () -> "seed " + seed);
            }
        }
    }
}
