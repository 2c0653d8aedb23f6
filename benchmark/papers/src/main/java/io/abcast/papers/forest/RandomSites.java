package io.abcast.papers.forest;

import io.abcast.dissemination.forest.ForestSites;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;

/**
 * Random inputs of the planner: 1 to 31 sites with capacities and loads. Small numbers of sites are drawn more often
 * than large numbers.
 */
final class RandomSites {
    private RandomSites() {}

    static ForestSites draw(SplittableRandom random) {
        DoubleSupplier value =
                switch (random.nextInt(4)) {
                    case 0 -> () -> random.nextInt(12);
                    case 1 -> () -> random.nextDouble() * 1000;
                    case 2 -> () -> StrictMath.pow(10, random.nextDouble() * 4 - 1);
                    default -> () -> random.nextInt(4) == 0 ? 0 : random.nextInt(1, 4) * 10;
                };
        double share = random.nextDouble();
        int n = 1 + (int) (ForestSites.SITES_MAX * share * share);
        double ofDownlink = random.nextBoolean() ? n : 1;
        double ofLoad = new double[] {1, 1.0 / 8, 1.0 / n}[random.nextInt(3)];
        double[][] latency = new double[n][];
        for (int i = 0; i < n; i++) latency[i] = values(n, value, 1);
        return new ForestSites(
                ForestSites.numbers(n),
                values(n, value, 1),
                values(n, value, ofDownlink),
                values(n, value, ofLoad),
                latency);
    }

    private static double[] values(int n, DoubleSupplier value, double factor) {
        double[] values = new double[n];
        Arrays.setAll(values, i -> value.getAsDouble() * factor);
        return values;
    }

    static String json(ForestSites sites) {
        return "{\"uplink\": "
                + Arrays.toString(sites.uplink())
                + ", \"downlink\": "
                + Arrays.toString(sites.downlink())
                + ", \"load\": "
                + Arrays.toString(sites.load())
                + ", \"latency\": "
                + Arrays.deepToString(sites.latency())
                + "}";
    }
}
