package io.abcast.papers.camu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.papers.camu.arena.SiteDelays;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the links of Vandevoorde 2018, section 5.3: "each partition uses Periodic Broadcast with 4~6 other partitions".
 */
final class PartnerClustersTest {
    @ParameterizedTest
    @ValueSource(ints = {50, 100})
    void partitionsOfTheLanHaveFourToSixPartners(int partitions) {
        check(GridSites.lan(partitions));
    }

    /**
     * Vandevoorde 2018, section 5.3, about partitions with Periodic Broadcast: "those partitions are generally located
     * at the same location".
     */
    @Test
    void partnersOfTheWanAreAtOneSite() {
        SiteDelays wan = GridSites.wan();
        assertEquals(45, wan.partitions());
        check(wan);
        int[][] partners = PartnerClusters.of(wan);
        for (int i = 0; i < partners.length; i++)
            for (int each : partners[i]) assertEquals(wan.siteOf()[i], wan.siteOf()[each]);
    }

    private static void check(SiteDelays delays) {
        int[][] partners = PartnerClusters.of(delays);
        for (int i = 0; i < partners.length; i++) {
            assertTrue(
                    partners[i].length >= 4 && partners[i].length <= 6,
                    i + ": " + Arrays.toString(partners[i]));
            for (int each : partners[i])
                assertTrue(Arrays.binarySearch(partners[each], i) >= 0, i + " and " + each);
        }
    }

    @Test
    void roundTripsBetweenSitesAreTheLargerOnesFromLille() {
        SiteDelays wan = GridSites.wan();
        int nancy = wan.sites().indexOf("Nancy");
        int rennes = wan.sites().indexOf("Rennes");
        assertEquals(13_750_000, wan.oneWayNanos()[nancy][rennes]);
        assertEquals(13_750_000, wan.oneWayNanos()[rennes][nancy]);
        assertEquals(GridSites.LAN_NANOS, wan.oneWayNanos()[nancy][nancy]);
    }
}
