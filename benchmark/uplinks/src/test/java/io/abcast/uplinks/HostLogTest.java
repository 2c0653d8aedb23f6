package io.abcast.uplinks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.lab.LinkBytes;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the figures that {@code compare-forest} computes from the output of the hosts' programs. */
final class HostLogTest {
    private static final String BEGIN =
            """
            GMS: a line of JGroups
            ready
            second 0 10 1 8 0
            forest 1 2 3 4 5 6 7 8
            """;

    private static final String END =
            """
            second 1 20 1 18 1
            forest 2 4 6 8 10 12 14 16
            latency 1500 1200 9000
            end
            """;

    @Test
    void countersAreReadBySecond() {
        HostLog log = HostLog.of(BEGIN + END);
        assertTrue(log.ready());
        assertEquals(0, log.at(-1, HostLog.COMMITTED));
        assertEquals(8, log.at(0, HostLog.COMMITTED));
        assertEquals(18, log.at(1, HostLog.COMMITTED));
        assertEquals(18, log.at(9, HostLog.COMMITTED), "a host that has ended");
        assertEquals(10, log.forestAt(1, HostLog.RESENT));
        assertArrayEquals(new long[] {1500, 1200, 9000}, log.latencies());
        assertFalse(HostLog.of("starting").ready());
    }

    @Test
    void recoveryIsTheBeginOfThreeGoodSeconds() {
        List<Double> course = List.of(10., 10., 0., 9., 1., 9., 9., 9., 9.);
        assertEquals(3, UplinkMeasurement.recovery(course, 2, 10));
        assertEquals(
                Double.POSITIVE_INFINITY, UplinkMeasurement.recovery(course.subList(0, 7), 2, 10));
        assertEquals(Double.NaN, UplinkMeasurement.recovery(course, -1, 10));
    }

    @Test
    void multicastsCountWhenAllRemainingHostsHaveDelivered() {
        ForestContest contest =
                new ForestContest(
                        List.of(UplinkSystem.MULTICAST_TCP),
                        new double[] {1e6, 1e6, 1e6},
                        new double[] {1e6, 1e6, 1e6},
                        List.of(OfferedLoad.of("1,1,1", 3)),
                        List.of(1.0),
                        1000,
                        List.of(UplinkDisturbance.NONE),
                        1,
                        1,
                        1);
        HostLog fast =
                HostLog.of("second 0 0 0 0 0 10 10 10\nsecond 1 0 0 0 0 20 30 10\nlatency 1 2 3");
        HostLog slow =
                HostLog.of("second 0 0 0 0 0 10 10 10\nsecond 1 0 0 0 0 15 40 10\nlatency 3 4 5");
        HostLog dead = HostLog.of("second 0 0 0 0 0 10 10 10");
        UplinkMeasurement m =
                UplinkMeasurement.of(
                        contest,
                        contest.turns().get(0),
                        List.of(fast, slow, dead),
                        List.of(0, 1),
                        0,
                        0,
                        -1,
                        new LinkBytes(new long[3], new long[3]),
                        new double[3]);
        assertEquals((5 + 20) * 8000.0, m.committedBits());
        assertArrayEquals(new double[] {2, 3, 4}, m.latenciesMicros());
    }

    @Test
    void plansCountOfAllHostsAndRateErrorsOfThoseThatSend() {
        ForestContest contest =
                new ForestContest(
                        List.of(UplinkSystem.FOREST),
                        new double[] {1e6, 1e6, 1e6},
                        new double[] {1e6, 1e6, 1e6},
                        List.of(OfferedLoad.of("1,1,1", 3)),
                        List.of(1.0),
                        1000,
                        List.of(UplinkDisturbance.NONE),
                        1,
                        1,
                        13);
        StringBuilder text = new StringBuilder();
        for (int s = 0; s < 14; s++)
            text.append("second " + s + " " + 2 * s + " 0 " + 2 * s + " 0\n")
                    .append("forest " + s / 4 + " 0 0 0 " + s + " 0 17600 0\n");
        HostLog sender = HostLog.of(text + "latency 1 2 3");
        HostLog dead = HostLog.of("second 0 0 0 0 0\nforest 0 0 0 0 0 0 0 0\n" + DEAD);
        HostLog idle = HostLog.of("second 0 0 0 0 0\nforest 0 0 0 0 0 0 9 0\nlatency 1 2 3");
        for (int event : new int[] {-1, 4}) {
            UplinkMeasurement m =
                    UplinkMeasurement.of(
                            contest,
                            contest.turns().get(0),
                            List.of(sender, dead, idle),
                            List.of(0, 2),
                            0,
                            0,
                            event,
                            new LinkBytes(new long[3], new long[3]),
                            new double[3]);
            assertEquals(4, m.forest()[HostLog.PLANS]);
            assertEquals(13 + 5, m.forest()[HostLog.RESENT]);
            assertEquals(3, m.plansInTenSeconds());
            assertEquals(0.1, m.rateError(), 1e-9);
        }
    }

    private static final String DEAD = "second 1 2 0 2 0\nforest 1 0 0 0 5 0 16000 0\n";
}
