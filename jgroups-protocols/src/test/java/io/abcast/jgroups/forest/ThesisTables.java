package io.abcast.jgroups.forest;

import io.abcast.dissemination.forest.ForestSites;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** The inputs and results of Tan 2019, chapter 7, for tests of the FOREST planner. */
final class ThesisTables {
    /**
     * Capacity of every uplink and downlink, and offered load of every site, in Mbit/s (Tan 2019, sections 3.2 and
     * 7.3).
     */
    static final double MBIT_PER_S = 750;

    private ThesisTables() {}

    /** Returns the sites of Tan 2019, table 7.2, for a skewness s. */
    static ForestSites bySkewness(String s) {
        return sites(loads("table-7.2.txt", s));
    }

    /** Returns the sites of Tan 2019, table 7.3, for n sites and the skewness s = 1. */
    static ForestSites bySize(int n) {
        return sites(loads("table-7.3.txt", String.valueOf(n)));
    }

    private static double[] loads(String table, String row) {
        return rows(table).stream()
                .map(line -> line.split("\\s+"))
                .filter(cells -> cells[0].equals(row))
                .map(cells -> Arrays.stream(cells).skip(1).mapToDouble(Double::parseDouble))
                .findFirst()
                .orElseThrow()
                .toArray();
    }

    private static ForestSites sites(double[] percent) {
        int n = percent.length;
        double[] capacity = new double[n];
        Arrays.fill(capacity, MBIT_PER_S);
        double[] load = new double[n];
        for (int i = 0; i < n; i++) load[i] = percent[i] / 100 * MBIT_PER_S;
        double[][] latency = new double[n][n];
        List<String> rows = rows("table-7.1.txt");
        for (int i = 1; i < n; i++) {
            String[] cells = rows.get(i).split("\\s+");
            for (int j = 0; j < i; j++) {
                latency[i][j] = Double.parseDouble(cells[j + 1]);
                latency[j][i] = latency[i][j];
            }
        }
        return new ForestSites(ForestSites.numbers(n), capacity, capacity, load, latency);
    }

    private static List<String> rows(String table) {
        try (InputStream in = ThesisTables.class.getResourceAsStream(table)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
