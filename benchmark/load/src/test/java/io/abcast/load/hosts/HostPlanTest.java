package io.abcast.load.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.abcast.load.OpenSchedule;
import java.util.List;
import org.junit.jupiter.api.Test;

final class HostPlanTest {
    private static final long SECOND = 1_000_000_000;

    private static HostPlan plan(double bits, double laterBits) {
        List<String> addresses =
                List.of("10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4", "10.0.0.5");
        ResendIntervals intervals = new ResendIntervals("500ms", "1s");
        return new HostPlan(
                "zab", 2, addresses, 7800, intervals, 1000, 10, 20, bits, 16, laterBits);
    }

    @Test
    void argumentsCarryTheWholePlan() {
        HostPlan plan = plan(8e6, 0.1);
        assertEquals(plan, HostPlan.of(plan.arguments()));
    }

    @Test
    void stacksGetAddressesAndServerIds() {
        HostPlan plan = plan(1, 1);
        assertEquals("10.0.0.3", plan.address());
        assertEquals(3, plan.id());
        assertEquals("1,2,3,4,5", plan.members());
        assertEquals(
                "10.0.0.1[7800],10.0.0.2[7800],10.0.0.3[7800],10.0.0.4[7800],10.0.0.5[7800]",
                plan.initialHosts());
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
