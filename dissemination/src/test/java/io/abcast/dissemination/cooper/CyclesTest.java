package io.abcast.dissemination.cooper;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class CyclesTest {
    @Test
    void everyPermutationIsOneCycleOverAllNodes() {
        for (int nodes = 2; nodes < 40; nodes++) {
            for (long index = 0; index < 50; index++) {
                int[] successors = Cycles.of(nodes).successors(index, nodes);
                int at = 0;
                int steps = 0;
                do {
                    at = successors[at];
                    steps++;
                } while (at != 0 && steps <= nodes);
                assertEquals(nodes, steps, "index " + index);
            }
        }
    }

    @Test
    void pathsHaveAnEndAndCyclesDoNot() {
        int ends = 0;
        for (int successor : Cycles.paths(3).successors(5, 20)) if (successor < 0) ends++;
        assertEquals(1, ends);
        assertArrayEquals(new int[] {-1}, Cycles.of(3).successors(0, 1));
    }

    @Test
    void seedAndIndexDetermineThePermutation() {
        assertArrayEquals(Cycles.of(3).successors(9, 20), Cycles.of(3).successors(9, 20));
        assertTrue(!Arrays.equals(Cycles.of(3).successors(9, 20), Cycles.of(4).successors(9, 20)));
        assertTrue(!Arrays.equals(Cycles.of(3).successors(9, 20), Cycles.of(3).successors(8, 20)));
    }

    /** A chi-squared value with 9 degrees of freedom is below 27.9 in 99.9 % of cases. */
    @Test
    void successorsAreUniform() {
        int[] counts = new int[11];
        int draws = 10_000;
        for (long index = 0; index < draws; index++)
            counts[Cycles.of(1).successors(index, 11)[0]]++;
        assertEquals(0, counts[0]);
        double chi = 0;
        for (int node = 1; node < 11; node++)
            chi += Math.pow(counts[node] - draws / 10.0, 2) / (draws / 10.0);
        assertTrue(chi < 27.9, "chi-squared " + chi);
    }
}
