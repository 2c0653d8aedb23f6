package io.abcast.papers.wan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
final class WideClusterTest {
    private static final int SITES = 5;
    private static final double LINK_MBIT = 100;
    private static final int REQUEST_BYTES = 4096;
    private static final long QUEUE_BYTES_MAX = 256 << 10;

    private static WideLinks links() {
        double[] rate = new double[SITES];
        Arrays.fill(rate, LINK_MBIT);
        double[][] latency = new double[SITES][SITES];
        for (int i = 0; i < SITES; i++)
            for (int j = 0; j < SITES; j++) latency[i][j] = i < 3 && j < 3 ? 20 : 40;
        return new WideLinks(rate, rate, latency);
    }

    private static double[] onlyFirst(double mbit) {
        double[] offered = new double[SITES];
        offered[0] = mbit;
        return offered;
    }

    private static WideMeasurement measure(WideOverlays overlays, double mbit, long seed) {
        WideSettings base = WideSettings.distinctKeys();
        WideSettings settings =
                new WideSettings(base.epaxos(), base.interference(), QUEUE_BYTES_MAX, overlays);
        WideLoad load = new WideLoad(onlyFirst(mbit), REQUEST_BYTES, 1_000, 1_000);
        return new WideCluster(links(), settings, seed).measure(load);
    }

    private static WideOverlays overRelays(boolean isQuota) {
        double[][] r = new double[SITES][SITES];
        Arrays.fill(r[0], 1, SITES, 20);
        return new WideOverlays(onlyFirst(80), r, isQuota);
    }

    /** A fast quorum of EPaxos has n-e = 3 of n = 5 members, and the two nearest sites answer within 40 ms. */
    @Test
    void commitTakesTheRoundTripToTheSecondNearestSite() {
        WideMeasurement idle = measure(null, 2, 1);
        assertEquals(2, idle.committedMbit(), 0.04);
        // The site sends PreAccept after four copies of a 4 KB payload, and each copy occupies the
        // uplink for 0.33 ms.
        assertEquals(40 + 4 * 0.33, idle.commitMillis(), 0.1);
        assertEquals(idle.commitMillis(), idle.executionMillis(), 0.01);
        assertEquals(0, idle.refusedShare());
    }

    @Test
    void directSendingIsLimitedByTheUplinkOfItsSource() {
        WideMeasurement full = measure(null, 60, 1);
        assertTrue(full.committedMbit() < 25 && full.committedMbit() > 23, full::toString);
        assertTrue(full.uplinkUse() > 0.999, full::toString);
        assertTrue(full.refusedShare() > 0.3, full::toString);
    }

    @Test
    void allSitesReceiveWhatIsCommitted() {
        for (WideOverlays overlays : new WideOverlays[] {null, overRelays(false)}) {
            WideMeasurement full = measure(overlays, 60, 1);
            assertEquals(full.committedMbit(), full.deliveredMbit(), 0.03 * full.committedMbit());
        }
    }

    @Tag("search")
    @Test
    void relaysCarryWhatTheUplinkOfTheSourceCannot() {
        for (boolean isQuota : new boolean[] {false, true}) {
            WideMeasurement relayed = measure(overRelays(isQuota), 60, 1);
            assertEquals(60, relayed.committedMbit(), 1.5, relayed::toString);
            assertEquals(0, relayed.refusedShare(), relayed::toString);
        }
    }

    @Test
    void plannerLearnsWhatIsNoPayload() {
        double[][] other = new double[2][];
        WideSettings settings = WideSettings.distinctKeys().over(overRelays(false));
        WideLoad load = new WideLoad(onlyFirst(40), REQUEST_BYTES, 800, 400);
        new WideCluster(links(), settings, 1)
                .measure(
                        load,
                        (up, down) -> {
                            other[0] = up;
                            other[1] = down;
                            return overRelays(false);
                        });
        for (int site = 0; site < SITES; site++) {
            String all = Arrays.deepToString(other);
            assertTrue(other[0][site] > 0.05 && other[0][site] < 12, all);
            assertTrue(other[1][site] > 0.05 && other[1][site] < 12, all);
        }
    }

    @Tag("search")
    @Test
    void equalSeedsGiveEqualMeasurements() {
        assertEquals(measure(overRelays(true), 40, 7), measure(overRelays(true), 40, 7));
        assertNotEquals(measure(overRelays(true), 40, 7), measure(overRelays(true), 40, 8));
    }
}
