package io.abcast.uplinks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Tests the computation of the loads that FOREST can carry over multicast trees. */
final class SustainableLoadTest {
    private static final double NET = SustainableLoad.PAYLOAD_SHARE;

    private static double[] all(double rate) {
        double[] rates = new double[5];
        Arrays.fill(rates, rate);
        return rates;
    }

    @Test
    void equalLoadsUseAllUplinks() {
        OfferedLoad load = OfferedLoad.of("1,1,1,1,1", 5);
        assertEquals(NET * 50e6, SustainableLoad.total(load, all(40e6), all(40e6)), 10);
    }

    @Test
    void loadOfOneHostIsLimitedByItsUplink() {
        OfferedLoad load = OfferedLoad.of("1,0,0,0,0", 5);
        assertEquals(NET * 40e6, SustainableLoad.total(load, all(40e6), all(40e6)), 10);
    }

    @Test
    void hostThatDoesNotRunIsLeftOut() {
        OfferedLoad load = OfferedLoad.of("1,1,1,1,1", 5);
        double[] offered = load.rates(100e6);
        assertEquals(
                NET * 160e6 / 3, SustainableLoad.planned(offered, all(40e6), all(80e6), 2), 10);
    }

    @Test
    void loadsAreShares() {
        assertArrayEquals(new double[] {.5, .25, .25}, OfferedLoad.of("2,1,1", 3).shares(), 1e-12);
        assertArrayEquals(
                new double[] {.25, .5, .25}, OfferedLoad.of("2,1,1", 3).moved().shares(), 1e-12);
        double[] zipf = OfferedLoad.of("zipf:1", 3).shares();
        assertArrayEquals(new double[] {6 / 11.0, 3 / 11.0, 2 / 11.0}, zipf, 1e-12);
        assertEquals(1, Arrays.stream(OfferedLoad.of("printed:1.5", 5).shares()).sum(), 1e-12);
    }

    @Test
    void disturbancesAffectTheSmallestOrTheGreatestLoad() {
        OfferedLoad load = OfferedLoad.of("3,5,1,2", 4);
        assertEquals(2, UplinkDisturbance.RELAY_KILLED.victim(load));
        assertEquals(2, UplinkDisturbance.UPLINK_HALVED.victim(load));
        assertEquals(1, UplinkDisturbance.ROOT_KILLED.victim(load));
        assertEquals(-1, UplinkDisturbance.LOAD_MOVES.victim(load));
    }
}
