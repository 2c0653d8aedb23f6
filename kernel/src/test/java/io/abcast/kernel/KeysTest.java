package io.abcast.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Compares {@link Keys} with a simple model that stores the read keys and the written keys as two sets of bits. */
class KeysTest {
    private static final String[] NAMES = {"", "a", "b", "\uD800", "€"};
    private static final int ROUNDS = 20_000;

    /**
     * Bit i of {@code reads} and of {@code writes} stands for key i; the last bit stands for all keys that the test
     * does not name.
     */
    private record Model(int reads, int writes) {
        boolean interferes(Model other) {
            return (writes & other.reads) != 0 || (other.writes & reads) != 0;
        }

        Model and(Model other) {
            return new Model(reads | other.reads, writes | other.writes);
        }
    }

    private static final int EACH = (1 << (NAMES.length + 1)) - 1;

    private static Model random(Random random, Keys.Builder into) {
        int reads = 0;
        int writes = 0;
        for (int i = 0; i < NAMES.length; i++) {
            int use = random.nextInt(8);
            if (use > 1) continue;
            if (use == 0) into.read(NAMES[i]);
            else into.write(NAMES[i]);
            reads |= 1 << i;
            writes |= use << i;
        }
        int all = random.nextInt(12);
        if (all == 0) {
            into.readAll();
            reads = EACH;
        } else if (all == 1) {
            into.writeAll();
            reads = EACH;
            writes = EACH;
        }
        return new Model(reads, writes);
    }

    private static void assertSameKeys(Model model, Keys keys) {
        assertEquals(model.reads == 0, keys.isNone(), keys::toString);
        assertEquals(model.writes == EACH, keys.isAll(), keys::toString);
        assertEquals(model.reads == EACH, keys.readsAll(), keys::toString);
        assertEquals(model.writes != 0, keys.isWriting(), keys::toString);
        assertEquals(model.interferes(model), keys.interferes(keys), keys::toString);
    }

    @Test
    void keysInterfereIfOneSideWritesWhatTheOtherReadsOrWrites() {
        Random random = new Random(1);
        for (int round = 0; round < ROUNDS; round++) {
            Keys.Builder first = new Keys.Builder();
            Keys.Builder second = new Keys.Builder();
            Model a = random(random, first);
            Model b = random(random, second);
            Keys x = first.build();
            Keys y = second.build();
            assertSameKeys(a, x);
            assertEquals(a.interferes(b), x.interferes(y), () -> x + " and " + y);
            assertEquals(a.interferes(b), y.interferes(x), () -> y + " and " + x);
            assertSameKeys(a.and(b), x.and(y));
            assertEquals(x.and(y), y.and(x));
            assertEquals(a.equals(b), x.equals(y), () -> x + " and " + y);
        }
    }

    @Test
    void keysAreReadAsTheyWereWritten() {
        Random random = new Random(2);
        for (int round = 0; round < ROUNDS; round++) {
            Keys.Builder builder = new Keys.Builder();
            random(random, builder);
            Keys keys = builder.build();
            WireWriter out = new WireWriter(16);
            keys.write(out);
            assertTrue(out.size() <= keys.bytes());
            WireReader in = new WireReader(out.toByteArray());
            assertEquals(keys, Keys.read(in));
            in.end();
        }
    }

    /** A search over 2^26 strings has found the two tested strings, whose hashes are equal. */
    @Test
    void twoKeysWithOneHashAreOneKey() {
        String one = "nlnbhpbabfa";
        String other = "kaadpbekpa\u32fa";
        assertEquals(Keys.writing(one).hash(0), Keys.writing(other).hash(0));
        Keys both = new Keys.Builder().read(one).write(other).build();
        assertEquals(1, both.size());
        assertTrue(both.isWritten(0));
        assertTrue(Keys.reading(one).interferes(Keys.writing(other)));
        assertFalse(Keys.reading(one).interferes(Keys.reading(other)));
        WireWriter out = new WireWriter(64);
        both.write(out);
        assertEquals(both, Keys.read(new WireReader(out.toByteArray())));
        assertTrue(Keys.reading(one).and(Keys.writing(other)).interferes(Keys.reading(one)));
    }

    @Test
    void malformedKeysAreRefused() {
        byte[][] bad = {
            {3, 0},
            {0, 1},
            {0, 2, 2, 'b', 2, 'a'},
            {0, 2, 2, 'a', 2, 'a'},
            {0, 1, 6, 'a', 'b'},
            {0, 100, 2, 'a'},
            {1, 1, 2, 'a'},
            {2, 1, 3, 'a'},
            {0, 1, 2, (byte) 0x80, (byte) 0x80, (byte) 0x80, 1},
        };
        for (byte[] frame : bad)
            assertThrows(
                    MalformedFrameException.class,
                    () -> Keys.read(new WireReader(frame)),
                    Arrays.toString(frame));
        assertEquals(Keys.writing("a", "b"), Keys.read(new WireReader(frameOfWrites())));
    }

    private static byte[] frameOfWrites() {
        return new byte[] {0, 2, 3, 'a', 3, 'b'};
    }

    @Test
    void everythingInterferesWithoutAnInterferenceOfTheApplication() {
        assertSame(Keys.ALL, Interference.ALL.keys(new byte[0]));
        assertTrue(Keys.ALL.interferes(Keys.reading("a")));
        assertFalse(Keys.ALL.interferes(Keys.NONE));
        assertFalse(Keys.reading("a").interferes(Keys.ALL_READ));
        assertEquals("{*=r, a=w}", Keys.writing("a").and(Keys.ALL_READ).toString());
    }
}
