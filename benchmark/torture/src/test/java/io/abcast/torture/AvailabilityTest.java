package io.abcast.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class AvailabilityTest {
    private static final long SECOND = 1_000_000_000L;

    private final Availability availability = new Availability(0);

    @Test
    void findsTheLongestIntervalWithoutAnAnswer() {
        for (long second : new long[] {1, 2, 5, 6, 8}) availability.answered(second * SECOND);
        assertEquals(3 * SECOND, availability.longestNanos(0, 8 * SECOND));
        assertEquals(2 * SECOND, availability.longestNanos(5 * SECOND, 8 * SECOND));
    }

    @Test
    void ignoresThePartOfAnIntervalOutsideTheRange() {
        availability.answered(SECOND);
        availability.answered(9 * SECOND);
        assertEquals(2 * SECOND, availability.longestNanos(3 * SECOND, 5 * SECOND));
    }

    @Test
    void countsTheTimeSinceTheLastAnswer() {
        availability.answered(SECOND);
        assertEquals(6 * SECOND, availability.longestNanos(0, 7 * SECOND));
    }

    @Test
    void toleratesAnswersOutOfOrder() {
        availability.answered(5 * SECOND);
        availability.answered(4 * SECOND);
        availability.answered(6 * SECOND);
        assertEquals(5 * SECOND, availability.longestNanos(0, 6 * SECOND));
    }
}
