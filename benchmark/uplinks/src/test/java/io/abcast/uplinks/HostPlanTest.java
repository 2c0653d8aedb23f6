package io.abcast.uplinks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.abcast.load.OpenSchedule;
import org.junit.jupiter.api.Test;

final class HostPlanTest {
    private static final long SECOND = 1_000_000_000;

    private static HostPlan plan(double bits, double laterBits) {
        return new HostPlan(UplinkSystem.ZAB, 2, 5, 1000, 10, 20, bits, 16, laterBits);
    }

    @Test
    void argumentsCarryTheWholePlan() {
        HostPlan plan = plan(8e6, 0.1);
        assertEquals(plan, HostPlan.of(plan.arguments()));
    }

    @Test
    void rateChangesOnce() {
        OpenSchedule schedule = new OpenSchedule(0, plan(8e6, 16e6).schedule(), 0);
        assertEquals(16_000, taken(schedule, 16 * SECOND - 1));
        assertEquals(4_000, taken(schedule, 18 * SECOND - 1));
    }

    @Test
    void hostWithoutLoadHasNoSchedule() {
        assertFalse(plan(0, 0).schedule().open());
        assertEquals(
                2_000, taken(new OpenSchedule(0, plan(0, 8e6).schedule(), 0), 18 * SECOND - 1));
    }

    private static int taken(OpenSchedule schedule, long nanos) {
        int all = 0;
        for (int due; (due = schedule.take(nanos, Integer.MAX_VALUE)) > 0; ) all += due;
        return all;
    }
}
