package io.abcast.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class OpenScheduleTest {
    private static final long START = -5_000_000_000L;
    private final OpenSchedule schedule = new OpenSchedule(START, RateSchedule.constant(1000), 0);

    @Test
    void requestsAreDueAtTheRateFromTheStart() {
        assertEquals(START, schedule.nextNanos());
        assertEquals(1, schedule.take(START, 100));
        assertEquals(0, schedule.take(START + 999_999, 100));
        assertEquals(1, schedule.take(START + 1_000_000, 100));
        assertEquals(START + 2_000_000, schedule.nextNanos());
    }

    @Test
    void missedRequestsAreDueAtTheirOwnTime() {
        schedule.take(START, 100);
        assertEquals(START + 1_000_000, schedule.nextNanos());
        assertEquals(50, schedule.take(START + 50_000_000, 100));
        assertEquals(START + 51_000_000, schedule.nextNanos());
    }

    @Test
    void atMostTheBoundIsTakenAndTheRestFollows() {
        assertEquals(10, schedule.take(START + 1_000_000_000, 10));
        assertEquals(991, schedule.take(START + 1_000_000_000, 10_000));
    }

    @Test
    void ratesWithFractionalGapsDoNotDrift() {
        OpenSchedule third = new OpenSchedule(0, RateSchedule.constant(3), 0);
        assertEquals(30_001, third.take(10_000_000_000_000L, 1_000_000));
    }

    @Test
    void theRateRisesAndFallsAsTheStepsSay() {
        OpenSchedule steps = steps(0, "10:1,1000:1,0:1,10:1");
        assertEquals(10, takeAll(steps, seconds(1) - 1));
        assertEquals(1000, takeAll(steps, seconds(2) - 1));
        assertEquals(0, takeAll(steps, seconds(3) - 1));
        // The last step of the rate schedule continues beyond its stated length of one second.
        assertEquals(100, takeAll(steps, seconds(13) - 1));
    }

    @Test
    void aStepIsTakenAtItsOwnRateHoweverLate() {
        OpenSchedule steps = steps(0, "10:1,1000:1");
        assertEquals(10, steps.take(seconds(2) - 1, 10_000));
        assertEquals(0, steps.dueNanos());
        assertEquals(100_000_000, steps.gapNanos());
        assertEquals(1000, steps.take(seconds(2) - 1, 10_000));
        assertEquals(1e9, steps.dueNanos());
        assertEquals(1_000_000, steps.gapNanos());
    }

    @Test
    void inAPauseNothingIsDueUntilTheNextStep() {
        OpenSchedule steps = steps(0, "0:2,5:1");
        assertEquals(2e9, steps.nextNanos());
        assertEquals(0, steps.take(seconds(1), 10));
        assertEquals(1, steps.take(seconds(2), 10));
        assertEquals(2.2e9, steps.nextNanos());
        assertEquals(Double.POSITIVE_INFINITY, endsInAPause().nextNanos());
    }

    private static OpenSchedule endsInAPause() {
        OpenSchedule steps = steps(0, "1:1,0:1");
        steps.take(0, 1);
        steps.take(seconds(2), 1);
        return steps;
    }

    @Test
    void generatorsTakeTurnsAndTogetherKeepTheRate() {
        OpenSchedule first = steps(0, "5:1,500:1");
        OpenSchedule second = steps(0.5, "5:1,500:1");
        assertEquals(100_000_000, second.nextNanos());
        assertEquals(505, takeAll(first, seconds(2) - 1));
        assertEquals(505, takeAll(second, seconds(2) - 1));
    }

    private static OpenSchedule steps(double phase, String text) {
        List<RateSchedule.Step> steps = new ArrayList<>();
        for (String step : text.split(",", -1)) {
            int colon = step.indexOf(':');
            steps.add(
                    new RateSchedule.Step(
                            Double.parseDouble(step.substring(0, colon)),
                            Double.parseDouble(step.substring(colon + 1))));
        }
        return new OpenSchedule(0, new RateSchedule(steps), phase);
    }

    private static int takeAll(OpenSchedule schedule, long now) {
        int sum = 0;
        while (schedule.nextNanos() <= now) sum += schedule.take(now, 7);
        return sum;
    }

    private static long seconds(long seconds) {
        return seconds * 1_000_000_000;
    }

    @Test
    void nothingIsDueBeforeTheStart() {
        assertEquals(0, schedule.take(START - 1, 10));
    }
}
