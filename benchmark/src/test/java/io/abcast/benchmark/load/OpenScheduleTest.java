package io.abcast.benchmark.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class OpenScheduleTest {
    private static final long START = -5_000_000_000L;
    private final OpenSchedule schedule = new OpenSchedule(START, 1000);

    @Test
    void requestsAreDueAtTheRateFromTheStart() {
        assertEquals(START, schedule.nextNanos());
        assertEquals(1, schedule.take(START, 100));
        assertEquals(0, schedule.take(START + 999_999, 100));
        assertEquals(1, schedule.take(START + 1_000_000, 100));
        assertEquals(START + 2_000_000, schedule.nextNanos());
    }

    @Test
    void whatWasMissedIsDueAtItsOwnTime() {
        schedule.take(START, 100);
        assertEquals(START + 1_000_000, schedule.nextNanos());
        assertEquals(50, schedule.take(START + 50_000_000, 100));
        assertEquals(START + 51_000_000, schedule.nextNanos());
    }

    @Test
    void atMostSoManyAreTakenAndTheRestFollows() {
        assertEquals(10, schedule.take(START + 1_000_000_000, 10));
        assertEquals(991, schedule.take(START + 1_000_000_000, 10_000));
    }

    @Test
    void ratesThatDivideNoSecondDoNotDrift() {
        OpenSchedule third = new OpenSchedule(0, 3);
        assertEquals(30_001, third.take(10_000_000_000_000L, 1_000_000));
    }

    @Test
    void nothingIsDueBeforeTheStart() {
        assertEquals(0, schedule.take(START - 1, 10));
    }
}
