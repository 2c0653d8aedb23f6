package io.abcast.papers.camu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.papers.camu.PartnerSkew.Choice;
import io.abcast.papers.camu.arena.PartitionOperation;
import io.abcast.sim.Rng;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class PartnerSkewTest {
    private static final int DRAWS = 100_000;
    private static final int[] PERIODIC = {3, 5, 7};

    private static int[] draws(PartnerSkew skew, int partitions, int count) {
        Choice choice = skew.of(0, partitions, PERIODIC, new Rng(1));
        Rng random = new Rng(2);
        int[] draws = new int[partitions];
        for (int i = 0; i < DRAWS; i++) {
            int[] chosen = choice.choose(count, random);
            assertEquals(count, Arrays.stream(chosen).distinct().count());
            for (int each : chosen) draws[each]++;
        }
        return draws;
    }

    /**
     * Vandevoorde 2018, section 5.1.2, with N = 9 partitions and s = 2: the ranks 1 to 3 are the partitions with
     * Periodic Broadcast.
     */
    @Test
    void zipfPrefersPartitionsWithPeriodicBroadcast() {
        int[] draws = draws(PartnerSkew.ZIPF, 10, 1);
        double sum = 0;
        for (int k = 1; k <= 9; k++) sum += 1.0 / (k * k);
        assertEquals(1 / sum, (double) draws[3] / DRAWS, 0.005);
        assertEquals(1 / sum / 4, (double) draws[5] / DRAWS, 0.005);
        assertEquals(1 / sum / 9, (double) draws[7] / DRAWS, 0.005);
        assertEquals(0, draws[0]);
        for (int each : new int[] {1, 2, 4, 6, 8, 9})
            assertTrue(draws[each] > 0, "rank of " + each);
    }

    @Test
    void deterministicStaysInTheFixedSet() {
        int[] draws = draws(PartnerSkew.DETERMINISTIC, 10, 2);
        for (int each : PERIODIC) assertEquals(2.0 / 3, (double) draws[each] / DRAWS, 0.01);
        assertEquals(2 * DRAWS, Arrays.stream(draws).sum());
        assertEquals(2 * DRAWS, draws[3] + draws[5] + draws[7]);
    }

    @Test
    void uniformChoosesAllOthersEquallyOften() {
        int[] draws = draws(PartnerSkew.UNIFORM, 10, 3);
        assertEquals(0, draws[0]);
        for (int i = 1; i < 10; i++) assertEquals(1.0 / 3, (double) draws[i] / DRAWS, 0.01);
    }

    /**
     * Vandevoorde 2018, section 5.1.2, about Zipf's law: with N = 10, "when s = 1, k1 has a probability of ~0.35", and
     * for s = 2 "~0.65".
     */
    @Test
    void distributionFunctionOfFigure52() {
        assertEquals(0.35, PartnerSkew.cumulative(10, 1)[0], 0.01);
        assertEquals(0.65, PartnerSkew.cumulative(10, 2)[0], 0.01);
        assertEquals(1, PartnerSkew.cumulative(10, 3)[9]);
    }

    /**
     * Vandevoorde 2018, table 5.1, and about operations on several partitions (MPO): "the number of MPOs reaches 10% of
     * the total transactions".
     */
    @Test
    void tpccHasTheMixOfTheThesis() {
        CamuLoadSource source =
                new CamuLoadSource(
                        CamuLoad.TPCC,
                        PartnerSkew.UNIFORM,
                        PartnerClusters.all(20),
                        Long.MAX_VALUE,
                        1);
        int[] byKind = new int[5];
        int[] multis = new int[5];
        for (int i = 0; i < DRAWS; i++) {
            PartitionOperation next = source.next(i % 20, 0);
            byKind[next.kind()]++;
            assertTrue(next.destinations().length <= 2);
            if (!next.isSingle()) multis[next.kind()]++;
        }
        double[] shares = {45, 43, 4, 4, 4};
        for (int kind = 0; kind < 5; kind++)
            assertEquals(shares[kind], 100.0 * byKind[kind] / DRAWS, 0.5);
        double remoteOrders = 0;
        for (int lines = 5; lines <= 15; lines++) remoteOrders += (1 - Math.pow(0.99, lines)) / 11;
        assertEquals(remoteOrders, (double) multis[0] / byKind[0], 0.01);
        assertEquals(0.15, (double) multis[1] / byKind[1], 0.01);
        assertEquals(0, multis[2] + multis[3] + multis[4]);
        assertEquals(10.7, 100.0 * (multis[0] + multis[1]) / DRAWS, 0.5);
    }
}
