package io.abcast.papers.camu;

import io.abcast.sim.Rng;
import java.util.Arrays;

/**
 * The distribution from which an operation's destinations, except its origin, are drawn (Vandevoorde 2018, section
 * 5.1.2).
 */
enum PartnerSkew {
    UNIFORM("Uniform"),

    /** Zipf's law with s = 2: partitions that use Periodic Broadcast with the origin have the most probable ranks. */
    ZIPF("Zipf"),

    DETERMINISTIC("Deterministic");

    /** Vandevoorde 2018, section 5.3: "the tuning parameter s is set arbitrarily to 2". */
    static final double ZIPF_S = 2;

    private final String title;

    PartnerSkew(String title) {
        this.title = title;
    }

    @Override
    public String toString() {
        return title;
    }

    interface Choice {
        /**
         * Returns different partitions other than the origin; fewer than {@code count}, but at least one, if the
         * distribution allows fewer.
         */
        int[] choose(int count, Rng random);
    }

    Choice of(int self, int partitions, int[] periodic, Rng order) {
        return switch (this) {
            case UNIFORM -> weighted(others(self, partitions), 0);
            case ZIPF -> weighted(ranked(self, partitions, periodic, order), ZIPF_S);
            case DETERMINISTIC -> weighted(periodic, 0);
        };
    }

    private static int[] others(int self, int partitions) {
        return PartnerClusters.all(partitions)[self];
    }

    private static int[] ranked(int self, int partitions, int[] periodic, Rng order) {
        int[] ranked = Arrays.copyOf(periodic, partitions - 1);
        int size = periodic.length;
        for (int each : others(self, partitions))
            if (Arrays.binarySearch(periodic, each) < 0) ranked[size++] = each;
        for (int i = ranked.length - 1; i > periodic.length; i--) {
            int j = periodic.length + order.below(i - periodic.length + 1);
            int moved = ranked[i];
            ranked[i] = ranked[j];
            ranked[j] = moved;
        }
        return ranked;
    }

    private static Choice weighted(int[] candidates, double s) {
        double[] cumulative = cumulative(candidates.length, s);
        return (count, random) -> {
            int[] chosen = new int[Math.min(count, candidates.length)];
            int size = 0;
            while (size < chosen.length) {
                int next = candidates[index(cumulative, random.unit())];
                boolean isNew = true;
                for (int i = 0; i < size; i++) isNew &= chosen[i] != next;
                if (isNew) chosen[size++] = next;
            }
            return chosen;
        };
    }

    private static int index(double[] cumulative, double share) {
        int found = Arrays.binarySearch(cumulative, share);
        // If the random number equals the upper bound of a candidate's range, the next candidate is
        // chosen.
        return found < 0 ? -found - 1 : found + 1;
    }

    /** The distribution function of Zipf's law: element k is the probability of the ranks 1 to k+1. */
    static double[] cumulative(int n, double s) {
        double[] all = new double[n];
        double sum = 0;
        for (int k = 1; k <= n; k++) {
            sum += Math.pow(k, -s);
            all[k - 1] = sum;
        }
        for (int k = 0; k < n; k++) all[k] /= sum;
        all[n - 1] = 1;
        return all;
    }
}
