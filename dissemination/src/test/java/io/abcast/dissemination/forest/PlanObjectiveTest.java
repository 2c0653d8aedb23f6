package io.abcast.dissemination.forest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class PlanObjectiveTest {
    private static final double[][] LATENCY = {
        {99, 1, 5, 7}, {2, 99, 3, 4}, {6, 8, 99, 9}, {10, 11, 12, 99}
    };

    @Test
    void sumCountsThePathToTheRelayOncePerReceiver() {
        double[][] weights = PlanObjective.SUM.weights(LATENCY);
        assertEquals(1 + 5 + 7, weights[0][0]);
        // The weight of the overlay O_ij is l(O_ij) = (n - 1) L_ij + sum of L_jv over all sites v
        // other than i and j.
        assertEquals(3 * 1 + 3 + 4, weights[0][1]);
        assertEquals(3 * 12 + 6 + 8, weights[3][2]);
    }

    @Test
    void quorumIsTheAnswerThatCompletesAFastQuorum() {
        double[][] weights = PlanObjective.QUORUM.weights(LATENCY);
        // If the source sends directly, the receivers' answers arrive after 1 + 2, 5 + 6 and 7 + 10
        // units of time.
        assertEquals(11, weights[0][0]);
        // If the source sends over relay 1, the receivers' answers arrive after 1 + 2, 1 + 3 + 6
        // and 1 + 4 + 10 units of time.
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
