package io.abcast.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class ZxidTest {
    private static final int MAX = Integer.MAX_VALUE;

    private static boolean follows(int epoch, int counter, int nextEpoch, int nextCounter) {
        return Zxid.follows(Zxid.of(epoch, counter), Zxid.of(nextEpoch, nextCounter));
    }

    @Test
    void packsEpochAndCounterInTheOrderOfDelivery() {
        long[] ascending = {
            Zxid.NONE,
            Zxid.of(1, 1),
            Zxid.of(1, 2),
            Zxid.of(1, MAX),
            Zxid.of(2, 1),
            Zxid.of(MAX, 1),
            Zxid.of(MAX, MAX)
        };
        for (int i = 1; i < ascending.length; i++) assertTrue(ascending[i - 1] < ascending[i]);
        assertEquals(MAX, Zxid.epoch(Zxid.of(MAX, 7)));
        assertEquals(7, Zxid.counter(Zxid.of(MAX, 7)));
        assertEquals("3:17", Zxid.toString(Zxid.of(3, 17)));
    }

    @Test
    void successorIsTheNextCounterOrTheFirstOfAnyHigherEpoch() {
        assertTrue(Zxid.follows(Zxid.NONE, Zxid.of(1, 1)));
        assertTrue(Zxid.follows(Zxid.NONE, Zxid.of(5, 1)));
        assertTrue(follows(1, 1, 1, 2));
        assertTrue(follows(1, 9, 2, 1));
        assertTrue(follows(1, 9, 7, 1));
        assertTrue(follows(1, MAX - 1, 1, MAX));
        assertTrue(follows(1, MAX, 2, 1));
    }

    @Test
    void allOtherSuccessorsAreGaps() {
        assertFalse(follows(1, 1, 1, 1));
        assertFalse(follows(1, 1, 1, 3));
        assertFalse(follows(1, 2, 1, 1));
        assertFalse(follows(1, 2, 2, 2));
        assertFalse(follows(2, 2, 1, 1));
        assertFalse(follows(2, 2, 2, 1));
        assertFalse(Zxid.follows(Zxid.NONE, Zxid.of(0, 1)));
        assertFalse(Zxid.follows(Zxid.NONE, Zxid.of(1, 2)));
        assertFalse(Zxid.follows(Zxid.NONE, Zxid.NONE));
        assertFalse(
                Zxid.follows(Zxid.of(1, MAX), Zxid.of(1, MAX) + 1),
                "the counter does not overflow");
        assertFalse(Zxid.follows(Zxid.of(1, 0), Zxid.of(1, 1)), "an epoch has no entry 0");
    }
}
