package io.abcast.dissemination.forest.node;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.dissemination.forest.ForestPlanner;
import io.abcast.dissemination.forest.ForestSites;
import io.abcast.dissemination.forest.PlanObjective;
import io.abcast.dissemination.forest.node.ForestMessage.Report;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class SiteEstimatesTest {
    private static final double RATE = 5e6;
    private static final int[] VIEW = {0, 1, 2, 3, 4};
    private static final long SECOND = 1_000_000_000;

    private final SiteEstimates sites = new SiteEstimates(ControllerSettings.defaults(0, 0));
    private long now;

    SiteEstimatesTest() {
        sites.retain(VIEW);
    }

    /**
     * Makes all members report links of 5 MB/s. Member 0 reports the load {@code load}, the other members report a
     * small load.
     */
    private void report(double load, boolean isHeldBack) {
        now += SECOND / 2;
        for (int member : VIEW)
            sites.onReport(
                    member,
                    new Report(
                            member == 0 ? load : 1e5,
                            member == 0 && isHeldBack,
                            RATE,
                            true,
                            RATE,
                            0,
                            0,
                            0,
                            0,
                            0,
                            new long[0]),
                    now);
    }

    private ForestSites plan() {
        ForestSites input = sites.input(VIEW);
        sites.planned(VIEW, new ForestPlanner(program -> null).plan(input, PlanObjective.SUM));
        return input;
    }

    @Test
    void aPlanLeavesFreeWhatTheLoadAllows() {
        report(2e6, false);
        assertArrayEquals(
                IntStream.of(VIEW).mapToDouble(i -> 0.7 * RATE).toArray(), plan().uplink(), 1);
    }

    /**
     * Each downlink has room for member 0's rate besides the loads of three other members, and the uplink of member 0
     * can carry that rate.
     */
    @Test
    void theUplinkOfASourceKeepsRoomForItsOwnLoad() {
        report(5.4e6, false);
        ForestSites input = plan();
        double most = 0.95 * RATE - 3 * 1e5;
        assertEquals(most, input.load()[0], 1);
        assertEquals(most, input.uplink()[0], 1);
        assertEquals(0.8 * RATE, input.uplink()[1], 1);
    }

    @Test
    void aSourceThatIsHeldBackIsPlannedWithMoreThanItsLoad() {
        report(1e6, true);
        assertEquals(1.5e6, plan().load()[0], 1);
        assertEquals(1e6, sites.load(0), 1);
    }

    /** TCP may divide a full uplink so unequally that frames wait for one member only. */
    @Test
    void aBusyUplinkWithWaitingFramesHoldsItsSourceBack() {
        for (long waiting : new long[] {0, 0b10}) {
            for (int member : VIEW)
                sites.onReport(
                        member,
                        new Report(
                                0.5e6,
                                false,
                                member == 1 ? 0.5 * RATE : RATE,
                                false,
                                0,
                                waiting,
                                0b11110,
                                RATE,
                                RATE,
                                0,
                                new long[0]),
                        SECOND);
            assertEquals(waiting == 0 ? 0.5e6 : 0.75e6, plan().load()[0], 1);
            assertEquals(0.5e6, plan().load()[1], 1);
        }
    }

    /**
     * If the demand exceeds what the uplink can carry, a further rise of the demand causes no plan, because the plan
     * would be the same.
     */
    @Test
    void aDemandBeyondTheUplinkIsNoChange() {
        report(4.6e6, true);
        plan();
        for (int i = 0; i < 5; i++) report(4.5e6 + 1e5 * i, true);
        assertFalse(sites.haveChanged());
        for (int i = 0; i < 2; i++) report(1e6, false);
        assertTrue(sites.haveChanged());
    }

    /** The uplink of the only source limits the plan, so the estimates of the relays are not raised. */
    @Test
    void onlyALinkThatLimitsThePlanIsTriedWithMore() {
        for (int member : VIEW)
            sites.onReport(
                    member,
                    new Report(
                            member == 0 ? 4.9e6 : 0,
                            true,
                            member == 0 ? RATE : 4e6,
                            member == 0,
                            0,
                            0,
                            0,
                            0,
                            0,
                            0,
                            new long[0]),
                    SECOND);
        plan();
        assertFalse(sites.mayGrow(20 * SECOND));
        assertTrue(sites.mayGrow(40 * SECOND), "the full uplink may be faster after a while");
    }
}
