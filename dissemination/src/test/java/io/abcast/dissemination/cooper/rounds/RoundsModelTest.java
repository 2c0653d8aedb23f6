package io.abcast.dissemination.cooper.rounds;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.dissemination.cooper.BatchPlan;
import io.abcast.dissemination.cooper.BatchSchedule;
import io.abcast.dissemination.cooper.Cycles;
import io.abcast.dissemination.cooper.code.FieldKernel;
import io.abcast.dissemination.cooper.code.Kernels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RoundsModelTest {
    /** Liu 2015, section 2.1, finds that transfers are "almost always within" 4 rounds of the optimum. */
    private static final int EXCESS_MAX = 3;

    private final FieldKernel kernel = Kernels.fastest(System::nanoTime);

    /** Columns: number n of nodes, number k of blocks, number of runs. */
    @ParameterizedTest
    @CsvSource({
        "20, 16, 20",
        "20, 50, 20",
        "50, 16, 20",
        "50, 50, 10",
        "100, 16, 10",
        "300, 16, 3"
    })
    void everyRunEndsWithinThreeRoundsOfTheOptimum(int nodes, int k, int runs) {
        for (int seed = 1; seed <= runs; seed++) {
            int excess = excess(Scheme.CODED, Cycles.of(seed), nodes, k, seed);
            assertTrue(excess <= EXCESS_MAX, "seed " + seed + ": excess " + excess);
        }
    }

    /** Liu 2015, section 2.1: permutations are paths. */
    @Test
    void pathsTakeLongerThanCycles() {
        int longest = 0;
        int paths = 0;
        int cycles = 0;
        for (int seed = 1; seed <= 20; seed++) {
            int path = excess(Scheme.CODED, Cycles.paths(seed), 20, 16, seed);
            longest = Math.max(longest, path);
            paths += path;
            cycles += excess(Scheme.CODED, Cycles.of(seed), 20, 16, seed);
        }
        assertTrue(longest > EXCESS_MAX, "longest path: " + longest);
        assertTrue(paths > cycles, paths + " against " + cycles);
    }

    @ParameterizedTest
    @CsvSource({"20, 16, 20", "20, 50, 10", "50, 50, 5", "100, 16, 5"})
    void twoAccumulatorsTakeAtMostThreeRoundsMore(int nodes, int k, int runs) {
        for (int seed = 1; seed <= runs; seed++) {
            int all = excess(Scheme.CODED, Cycles.of(seed), nodes, k, seed);
            int few = excess(Scheme.ACCUMULATORS, Cycles.of(seed), nodes, k, seed);
            assertTrue(few <= all + 3, "seed " + seed + ": " + few + " after " + all);
        }
    }

    /** Liu 2015, section 2.1, finds that random blocks "could be 30 - 50 rounds more" with k = 200 blocks. */
    @Test
    void randomBlocksTakeMuchLonger() {
        int runs = 10;
        int sum = 0;
        for (int seed = 1; seed <= runs; seed++)
            sum += excess(Scheme.RANDOM_BLOCK, Cycles.of(seed), 20, 200, seed);
        assertTrue(sum > 20 * runs, "mean " + sum / (double) runs);
    }

    @Test
    void sameSeedTakesTheSameRounds() {
        for (Scheme scheme : Scheme.values())
            assertEquals(
                    excess(scheme, Cycles.of(7), 20, 16, 7),
                    excess(scheme, Cycles.of(7), 20, 16, 7),
                    scheme.toString());
    }

    /** Liu 2015, section 4.2, finds that an overlap of batches saves ceil(log2 n) rounds per batch. */
    @Test
    void overlapSavesRoundsAndTheStaggeredScheduleMost() {
        int batches = 4;
        int runs = 20;
        double[] sequential = mean(BatchSchedule.SEQUENTIAL, batches, runs);
        double[] overlap1 = mean(BatchSchedule.OVERLAP_1, batches, runs);
        double[] overlap2 = mean(BatchSchedule.OVERLAP_2, batches, runs);
        double[] staggered = mean(BatchSchedule.STAGGERED, batches, runs);
        int last = batches - 1;
        assertTrue(overlap1[last] < sequential[last]);
        assertTrue(overlap2[last] < overlap1[last]);
        assertTrue(staggered[last] < overlap2[last]);
        assertEquals(overlap1[0], sequential[0], "an earlier batch always goes first");
        assertTrue(staggered[0] < sequential[0] + 2.7 + 1, "Theorem 4.1: 2.7 rounds, and C");
    }

    @Test
    void plansStartBatchesAsTheAlgorithmsDo() {
        assertArrayEquals(new long[] {0, 17, 39}, starts(BatchSchedule.OVERLAP_2));
        assertArrayEquals(new long[] {0, 17, 39}, starts(BatchSchedule.OVERLAP_1));
        assertArrayEquals(new long[] {0, 17, 34}, starts(BatchSchedule.STAGGERED));
    }

    private static long[] starts(BatchSchedule schedule) {
        BatchPlan plan = new BatchPlan(schedule, 20, 1);
        for (int i = 0; i < 3; i++) plan.add(16);
        return new long[] {plan.start(0), plan.start(1), plan.start(2)};
    }

    private double[] mean(BatchSchedule schedule, int batches, int runs) {
        double[] mean = new double[batches];
        for (int seed = 1; seed <= runs; seed++) {
            RoundsModel model = new RoundsModel(kernel, Scheme.CODED, 20, 16);
            int[] rounds =
                    model.run(Cycles.of(seed), seed, new BatchPlan(schedule, 20, 1), batches);
            for (int i = 0; i < batches; i++) mean[i] += (double) rounds[i] / runs;
        }
        return mean;
    }

    private int excess(Scheme scheme, Cycles cycles, int nodes, int k, long seed) {
        RoundsModel model = new RoundsModel(kernel, scheme, nodes, k);
        return model.run(cycles, seed) - model.optimum();
    }
}
