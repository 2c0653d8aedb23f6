package io.abcast.dissemination.forest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

final class ForestSitesTest {
    private static final double[] TWO = {1, 2};
    private static final double[][] LATENCY = {{0, 1}, {1, 0}};

    private static void refused(String message, Executable input) {
        assertEquals(message, assertThrows(IllegalArgumentException.class, input).getMessage());
    }

    private static ForestSites sites(double[] uplink, double[] downlink, double[] load) {
        return new ForestSites(List.of("a", "b"), uplink, downlink, load, LATENCY);
    }

    @Test
    void namesTheWrongField() {
        refused(
                "uplink: expected 1 to 31 sites, got 0 sites",
                () -> sites(new double[0], TWO, TWO));
        refused(
                "uplink: expected 1 to 31 sites, got 32 sites",
                () -> sites(new double[32], TWO, TWO));
        refused(
                "uplink[1]: expected a number from 0 to 1.0E100, got NaN",
                () -> sites(new double[] {1, Double.NaN}, TWO, TWO));
        refused(
                "downlink: expected 2 numbers, got 1 numbers",
                () -> sites(TWO, new double[] {1}, TWO));
        refused(
                "downlink[0]: expected a number from 0 to 1.0E100, got -1.0",
                () -> sites(TWO, new double[] {-1, 1}, TWO));
        refused(
                "load[0]: expected a number from 0 to 1.0E100, got Infinity",
                () -> sites(TWO, TWO, new double[] {Double.POSITIVE_INFINITY, 1}));
    }

    @Test
    void refusesRaggedLatenciesAndWrongNames() {
        List<String> names = List.of("a", "b");
        refused(
                "latency: expected 2 rows of 2 numbers, got 1 rows",
                () -> new ForestSites(names, TWO, TWO, TWO, new double[][] {TWO}));
        refused(
                "latency[1]: expected 2 numbers, got 1 numbers",
                () -> new ForestSites(names, TWO, TWO, TWO, new double[][] {TWO, {1}}));
        refused(
                "sites: expected 2 names, got 1 names",
                () -> new ForestSites(List.of("a"), TWO, TWO, TWO, LATENCY));
        refused(
                "sites: expected distinct names, got \"a\" twice",
                () -> new ForestSites(List.of("a", "a"), TWO, TWO, TWO, LATENCY));
        refused(
                "sites: expected names of 1 to 100 characters, got \"\"",
                () -> new ForestSites(List.of("a", ""), TWO, TWO, TWO, LATENCY));
    }

    @Test
    void headroomLowersTheCapacitiesOnly() {
        ForestSites sites = sites(TWO, new double[] {4, 8}, TWO).withHeadroom(0.25);
        assertArrayEquals(new double[] {0.75, 1.5}, sites.uplink());
        assertArrayEquals(new double[] {3, 6}, sites.downlink());
        assertArrayEquals(TWO, sites.load());
        for (double wrong : new double[] {-0.1, 1, Double.NaN})
            refused(
                    "headroom: expected a share of at least 0 and below 1, got " + wrong,
                    () -> sites.withHeadroom(wrong));
    }
}
