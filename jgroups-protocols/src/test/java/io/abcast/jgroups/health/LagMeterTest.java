package io.abcast.jgroups.health;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Tests that the measured lag of a follower is close to the follower's true lag. */
final class LagMeterTest {
    private static final long TICK = 25;

    @Test
    void aFollowerThatHasAckedAllHasNoLag() {
        LagMeter meter = new LagMeter();
        for (long now = 0; now < 1_000; now += TICK) assertEquals(0, meter.look(7, 7, now));
    }

    @Test
    void theLagOfAFollowerWithoutAcksGrows() {
        LagMeter meter = new LagMeter();
        for (long now = 0; now < 1_000; now += TICK) assertEquals(now, meter.look(9 + now, 8, now));
    }

    @Test
    void aSteadyLagIsMeasuredToWithinATick() {
        for (long lag : new long[] {30, 400, 5_000}) {
            LagMeter meter = new LagMeter();
            for (long now = 0; now < 50_000; now += TICK) {
                long told = meter.look(now, Math.max(0, now - lag), now);
                if (now > 3 * lag)
                    assertTrue(told >= lag && told <= lag + TICK, lag + " at " + now + ": " + told);
            }
        }
    }

    @Test
    void aFollowerThatHasCaughtUpHasNoLag() {
        LagMeter meter = new LagMeter();
        meter.look(100, 1, 0);
        assertEquals(900, meter.look(200, 1, 900));
        assertEquals(0, meter.look(200, 200, 925));
        assertEquals(0, meter.look(300, 200, 950));
        assertEquals(25, meter.look(300, 200, 975));
    }
}
