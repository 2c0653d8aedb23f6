package io.abcast.load.contest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class WarmUpTest {
    @Test
    void endsWhenTheSystemNoLongerGetsFaster() {
        assertEquals(4, length(new WarmUp(4, 20), 100, 100, 100, 100, 100));
        assertEquals(8, length(new WarmUp(4, 20), 10, 20, 40, 60, 100, 102, 99, 100));
    }

    @Test
    void neverShorterThanAskedForAndNeverLongerThanAllowed() {
        assertEquals(10, length(new WarmUp(10, 20), 100));
        assertEquals(6, length(new WarmUp(4, 6), 1, 2, 4, 8, 16, 32, 64, 128));
        assertEquals(4, length(new WarmUp(4, 2), 1, 2, 4, 8, 16));
        assertEquals(1.5, length(new WarmUp(1.5, 1.5), 1, 2, 4, 8, 16));
        assertTrue(new WarmUp(0, 20).over());
    }

    @Test
    void aSystemThatIsBeingCompiledHasNotWarmedUp() {
        WarmUp warmUp = new WarmUp(4, 20);
        for (int second = 1; !warmUp.over(); second++)
            warmUp.piece(warmUp.next(), 100, second <= 9 ? 1.5 : 0.1);
        assertEquals(11, warmUp.seconds());
    }

    @Test
    void isSteadyUnlessItEndsAtItsMaximum() {
        WarmUp steady = new WarmUp(4, 20);
        assertEquals(8, length(steady, 10, 20, 40, 60, 100, 102, 99, 100));
        assertTrue(steady.steady());
        WarmUp rising = new WarmUp(4, 6);
        assertEquals(6, length(rising, 1, 2, 4, 8, 16, 32));
        assertFalse(rising.steady());
        WarmUp unanswered = new WarmUp(4, 6);
        assertEquals(6, length(unanswered, 0));
        assertFalse(unanswered.steady());
        WarmUp compiled = new WarmUp(4, 6);
        while (!compiled.over()) compiled.piece(compiled.next(), 100, 0.3);
        assertEquals(6, compiled.seconds());
        assertFalse(compiled.steady());
    }

    @Test
    void aWarmUpOfFixedLengthMaySeeThatTheRateIsSteady() {
        WarmUp fixed = new WarmUp(5, 5);
        assertEquals(5, length(fixed, 10, 50, 100, 100, 100));
        assertFalse(fixed.steady());
        fixed = new WarmUp(6, 6);
        assertEquals(6, length(fixed, 10, 50, 100, 100, 100, 100));
        assertTrue(fixed.steady());
        fixed = new WarmUp(3, 3);
        assertEquals(3, length(fixed, 100));
        assertFalse(fixed.steady(), "too short for a comparison");
    }

    @Test
    void reportsTheSpeedOfTheSystemAtTheEnd() {
        WarmUp warmUp = new WarmUp(4, 20);
        assertEquals(0, warmUp.opsPerSecond());
        assertEquals(7, length(warmUp, 10, 20, 40, 100, 101, 103));
        assertEquals(103, warmUp.opsPerSecond());
    }

    @Test
    void aSystemThatAnswersNothingHasNotWarmedUp() {
        assertEquals(20, length(new WarmUp(4, 20), 0));
    }

    private static double length(WarmUp warmUp, double... ops) {
        for (int i = 0; !warmUp.over(); i++)
            warmUp.piece(warmUp.next(), ops[Math.min(i, ops.length - 1)], 0);
        return warmUp.seconds();
    }
}
