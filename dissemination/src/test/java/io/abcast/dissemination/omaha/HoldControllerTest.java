package io.abcast.dissemination.omaha;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Tests the hold controller with a model of instances whose latency grows with the hold time, with noise and changes of
 * the load.
 */
final class HoldControllerTest {
    private static final double BOUND = 0.05;
    private static final int CONTROL_EVERY = 16;
    private static final long MAX_NANOS = 60_000_000;
    private static final double UNHELD_NANOS = 120_000_000;

    private final SplittableRandom random = new SplittableRandom(5);
    private final HoldController controller = new HoldController(BOUND, CONTROL_EVERY, MAX_NANOS);
    private long instance;

    private double run(int instances, double cost) {
        double added = 0;
        for (int i = 0; i < instances; i++) {
            boolean control = controller.isControl(++instance);
            double noise = 1 + 0.015 * (random.nextDouble() + random.nextDouble() - 1);
            double held = control ? 0 : cost * controller.hold().timeoutNanos();
            added += held / UNHELD_NANOS / instances;
            controller.completed((long) ((UNHELD_NANOS + held) * noise), control);
        }
        return added;
    }

    @Test
    void approachesTheBoundWithoutExceedingIt() {
        run(3_000, 0.7);
        double added = run(2_000, 0.7);
        assertTrue(added <= BOUND, "added " + added);
        assertTrue(added >= 0.6 * BOUND, "added " + added);
    }

    @Test
    void holdsForTheMaximumTimeWhenHoldingAddsNoLatency() {
        run(5_000, 0);
        assertEquals(MAX_NANOS, controller.hold().timeoutNanos());
    }

    @Test
    void returnsBelowTheBoundWithinFewWindowsOfALoadStep() {
        run(4_000, 0.2);
        double before = controller.hold().timeoutNanos();
        run(400, 2);
        assertTrue(controller.hold().timeoutNanos() < before / 2, controller.hold().toString());
        double after = run(1_000, 2);
        assertTrue(after <= 1.2 * BOUND, "added " + after);
        run(4_000, 0.2);
        assertTrue(run(1_000, 0.2) >= 0.6 * BOUND, "added latency after the load step");
    }

    @Test
    void controlInstancesHaveTheStatedShare() {
        int controls = 0;
        int fromOneLeader = 0;
        for (int i = 0; i < 16_000; i++) {
            if (!controller.isControl(i)) continue;
            controls++;
            if (i % 15 == 3) fromOneLeader++;
        }
        assertEquals(1_000, controls, 100);
        assertEquals(1_000 / 15.0, fromOneLeader, 20);
    }

    @Test
    void windowsWithoutControlLatencyAreSkipped() {
        controller.completed(new InstanceTimes(0, 20, 0, 3));
        assertEquals(0, controller.windows(), "windows compared");
        controller.completed(new InstanceTimes(20 * 1_000_000, 20, 0, 3));
        assertEquals(0, controller.windows());
        run(5_000, 0);
        assertEquals(MAX_NANOS, controller.holdNanos(), "hold time after further windows");
    }

    @Test
    void arbitraryTimesKeepTheHoldInRangeAndTheControllerWorking() {
        long[] values = {0, 1, 3, 20, 1_000_000, 1L << 40, Long.MAX_VALUE};
        for (int i = 0; i < 20_000; i++) {
            controller.completed(
                    new InstanceTimes(
                            values[random.nextInt(values.length)],
                            values[random.nextInt(values.length)],
                            values[random.nextInt(values.length)],
                            values[random.nextInt(values.length)]));
            long hold = controller.holdNanos();
            assertTrue(hold >= 0 && hold <= MAX_NANOS, "hold " + hold);
            assertTrue(controller.added() >= -1, "added " + controller.added());
        }
        run(30_000, 0);
        assertEquals(MAX_NANOS, controller.holdNanos(), "hold time after further windows");
    }

    @Test
    void refusesInvalidBounds() {
        assertThrows(IllegalArgumentException.class, () -> new HoldController(0, 16, MAX_NANOS));
        assertThrows(IllegalArgumentException.class, () -> new HoldController(0.1, 1, MAX_NANOS));
    }
}
