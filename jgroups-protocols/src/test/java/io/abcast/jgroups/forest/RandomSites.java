package io.abcast.jgroups.forest;

import io.abcast.dissemination.forest.ForestSites;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;

/** Makes random inputs for the planner of FOREST's sending rates, with 1 to 9 sites. */
final class RandomSites {
    private RandomSites() {}

    static ForestSites of(SplittableRandom random) {
        return switch (random.nextInt(4)) {
            case 0 -> whole(random);
            case 1 -> of(random, () -> random.nextDouble() * 1000);
            case 2 -> of(random, () -> Math.pow(10, random.nextDouble() * 4 - 1));
            default -> of(random, () -> random.nextInt(4) == 0 ? 0 : random.nextInt(1, 4) * 10);
        };
    }

    static ForestSites whole(SplittableRandom random) {
        return of(random, () -> random.nextInt(12));
    }

    /**
     * Capacities and loads have very few different values, so that most plans have overlays (relay trees) of equal
     * weight.
     */
    static ForestSites tied(SplittableRandom random) {
        int n = random.nextInt(3, 10);
        int top = random.nextInt(2, 14);
        int latencies = random.nextInt(1, 5);
        double[] uplink = new double[n];
        double[] downlink = new double[n];
        double[] load = new double[n];
        double[][] latency = new double[n][n];
        for (int i = 0; i < n; i++) {
            uplink[i] = random.nextInt(top);
            downlink[i] = random.nextInt(top) * n;
            load[i] = random.nextInt(top) / (1.0 + random.nextInt(4));
            for (int j = 0; j < n; j++) latency[i][j] = random.nextInt(latencies);
        }
        return new ForestSites(ForestSites.numbers(n), uplink, downlink, load, latency);
    }

    private static ForestSites of(SplittableRandom random, DoubleSupplier value) {
        int n = random.nextInt(1, 10);
        double wide = random.nextBoolean() ? n : 1;
        double[][] latency = new double[n][n];
        for (double[] row : latency) Arrays.setAll(row, j -> value.getAsDouble());
        return new ForestSites(
                ForestSites.numbers(n),
                values(n, value, 1),
                values(n, value, wide),
                values(n, value, random.nextBoolean() ? 1 : 0.125),
                latency);
    }

    private static double[] values(int n, DoubleSupplier value, double factor) {
        double[] values = new double[n];
        Arrays.setAll(values, i -> value.getAsDouble() * factor);
        return values;
    }

    static String text(ForestSites sites) {
        return "uplink "
                + Arrays.toString(sites.uplink())
                + ", downlink "
                + Arrays.toString(sites.downlink())
                + ", load "
                + Arrays.toString(sites.load())
                + ", latency "
                + Arrays.deepToString(sites.latency());
    }
}
