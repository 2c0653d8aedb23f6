package io.abcast.dissemination.forest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class PlanObjectiveTest {
    /** Latencies of four sites. The matrix is asymmetric, and its diagonal must have no effect. */
    private static final double[][] LATENCY = {
        {99, 1, 5, 7}, {2, 99, 3, 4}, {6, 8, 99, 9}, {10, 11, 12, 99}
    };

    @Test
    void sumCountsThePathToTheRelayOncePerReceiver() {
        double[][] weights = PlanObjective.SUM.weights(LATENCY);
        assertEquals(1 + 5 + 7, weights[0][0]);
        // l(O_ij) = (n - 1) L_ij + sum of L_jv over v other than i and j
        assertEquals(3 * 1 + 3 + 4, weights[0][1]);
        assertEquals(3 * 12 + 6 + 8, weights[3][2]);
    }

    @Test
    void quorumIsTheAnswerThatCompletesAFastQuorum() {
        double[][] weights = PlanObjective.QUORUM.weights(LATENCY);
        // For n = 4, e is 1, so the second of the answers counts. The answers arrive after 1 + 2, 5
        // + 6 and 7 + 10.
        assertEquals(11, weights[0][0]);
        // Over relay 1, the answers arrive after 1 + 2, 1 + 3 + 6 and 1 + 4 + 10.
        assertEquals(10, weights[0][1]);
        assertArrayEquals(new double[] {0}, PlanObjective.QUORUM.weights(new double[][] {{7}})[0]);
    }

    @Test
    void fastFailuresAreThoseOfEpaxosStar() {
        int[] e = new int[9];
        for (int n = 1; n <= 9; n++) e[n - 1] = PlanObjective.fastFailures(n);
        assertArrayEquals(new int[] {0, 0, 1, 1, 2, 2, 2, 2, 3}, e);
    }
}
