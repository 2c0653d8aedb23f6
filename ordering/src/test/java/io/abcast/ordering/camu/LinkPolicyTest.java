package io.abcast.ordering.camu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.ordering.camu.LinkPolicy.Link;
import io.abcast.ordering.camu.LinkPolicy.Traffic;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests the link policy of partition 0 of four partitions. The test opens and closes the links of partition 0 as the
 * policy decides.
 */
class LinkPolicyTest {
    private static final int GROUPS = 4;
    private static final long MILLI = 1_000_000;
    private static final long TICK = 5 * MILLI;
    private static final long PERIOD = 500 * MILLI;

    private final LinkPolicy policy = new LinkPolicy(0, GROUPS, TICK, 0);
    private final boolean[] open = new boolean[GROUPS];

    private final double[] others = new double[GROUPS];

    private final double[] waited = new double[GROUPS];
    private double oneWay = MILLI;
    private double contention;
    private long now;
    private int switches;

    private Link link(int to) {
        return new Link(
                open[to],
                oneWay,
                contention,
                5 * oneWay,
                6 * oneWay,
                others[to],
                5 * oneWay,
                5 * oneWay,
                waited[to]);
    }

    private void run(long nanos, Traffic... traffic) {
        for (long end = now + nanos; now < end; now += PERIOD) {
            Link[] links = new Link[GROUPS];
            for (int to = 0; to < GROUPS; to++) links[to] = link(to);
            boolean[] next = policy.decide(now, links, List.of(traffic));
            for (int to = 0; to < GROUPS; to++) {
                if (next[to] != open[to]) switches++;
                open[to] = next[to];
            }
        }
    }

    private static Traffic to(double perSecond, int... groups) {
        return new Traffic(groups, perSecond);
    }

    @Test
    void opensALinkWhoseReceiverHasNoOtherMultis() {
        run(3_000 * MILLI, to(100, 0, 1));
        assertTrue(open[1]);
        assertFalse(open[2]);
    }

    @Test
    void opensNoLinkWhileTheDelayIsUnknown() {
        oneWay = 0;
        run(10_000 * MILLI, to(1_000, 0, 1));
        assertFalse(open[1]);
    }

    @Test
    void opensNoLinkIfTheOthersWouldWaitLonger() {
        others[1] = 100;
        run(10_000 * MILLI, to(100, 0, 1));
        assertFalse(open[1]);
        others[1] = 30;
        run(500 * MILLI, to(100, 0, 1));
        assertTrue(open[1]);
    }

    @Test
    void aLinkThatCarriesFewMultisIsNotWorthItsMarks() {
        run(10_000 * MILLI, to(3, 0, 1));
        assertFalse(open[1]);
    }

    @Test
    void contentionThatALinkHasEndedCountsForIt() {
        others[1] = 100;
        contention = MILLI * 2;
        run(3_000 * MILLI, to(100, 0, 1));
        assertTrue(open[1]);
        contention = 0;
        waited[1] = 170 * MILLI;
        run(60_000 * MILLI, to(100, 0, 1));
        assertEquals(1, switches);
        run(10_000 * MILLI, to(20, 0, 1));
        assertFalse(open[1]);
    }

    @Test
    void fewMultisAreEnoughIfThePartitionsAreFarApart() {
        oneWay = 35 * MILLI;
        run(3_000 * MILLI, to(3, 0, 1));
        assertTrue(open[1]);
    }

    @Test
    void theLinksOfOneSetOpenTogetherOrNotAtAll() {
        others[2] = 1_000;
        run(10_000 * MILLI, to(100, 0, 1, 2));
        assertFalse(open[1] || open[2]);
        others[2] = 0;
        run(1_000 * MILLI, to(100, 0, 1, 2));
        assertTrue(open[1] && open[2]);
    }

    @Test
    void eachLinkPaysForItself() {
        others[2] = 1_000;
        run(10_000 * MILLI, to(500, 0, 1), to(10, 0, 1, 2));
        assertTrue(open[1]);
        assertFalse(open[2]);
    }

    @Test
    void partnersThatShiftGetTheLink() {
        run(5_000 * MILLI, to(100, 0, 1));
        run(5_000 * MILLI, to(100, 0, 2));
        assertFalse(open[1]);
        assertTrue(open[2]);
        assertEquals(3, switches);
    }

    @Test
    void constantTrafficSwitchesEachLinkOnce() {
        waited[1] = 20 * MILLI;
        run(600_000 * MILLI, to(100, 0, 1), to(100, 0, 2));
        assertEquals(2, switches);
    }

    @Test
    void doesNotFlapAtTheThreshold() {
        waited[1] = 100 * MILLI;
        for (int i = 0; i < 600; i++) run(PERIOD, to(i % 2 == 0 ? 95 : 115, 0, 1));
        assertTrue(open[1]);
        assertEquals(1, switches);
    }

    @Test
    void aWrongEstimateOpensMoreAndMoreRarely() {
        waited[1] = 1_000 * MILLI;
        run(100_000 * MILLI, to(100, 0, 1));
        assertTrue(switches <= 12, switches + " switches");
        int early = switches;
        run(1_000_000 * MILLI, to(100, 0, 1));
        assertTrue(switches - early <= 32, switches + " switches");
    }

    @Test
    void keepsAnOpenLinkForTheHoldTime() {
        open[1] = true;
        run(LinkPolicy.HOLD_TICKS * TICK - PERIOD);
        assertTrue(open[1]);
        run(2 * PERIOD);
        assertFalse(open[1]);
    }
}
