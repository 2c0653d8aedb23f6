package io.abcast.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LeaderBackoffTest {
    private static final long SILENCE = 1_000;

    private final LeaderBackoff stepBack = new LeaderBackoff(SILENCE);

    /** @return for how many election timeouts the member does not stand after it has led for this long */
    private long steppedBack(long ledNanos, long atNanos) {
        return steppedBack(ledNanos, true, atNanos);
    }

    private long steppedBack(long ledNanos, boolean established, long atNanos) {
        stepBack.onQuorumLost(atNanos - ledNanos, established, atNanos);
        long silences = 0;
        while (!stepBack.stands(atNanos + silences * SILENCE)) silences++;
        return silences;
    }

    @Test
    void firstLossCostsNothing() {
        assertTrue(stepBack.stands(0));
        assertEquals(0, steppedBack(SILENCE, 5 * SILENCE));
    }

    @Test
    void lossesInARowCostMoreUpToABound() {
        long[] costs = {0, 1, 2, 4, 4, 4};
        for (int loss = 0; loss < costs.length; loss++)
            assertEquals(
                    costs[loss], steppedBack(SILENCE, (10 + 6 * loss) * SILENCE), "loss " + loss);
    }

    @Test
    void leadThatLastsResetsTheCount() {
        steppedBack(SILENCE, 10 * SILENCE);
        assertEquals(1, steppedBack(SILENCE, 12 * SILENCE));
        assertEquals(0, steppedBack(4 * SILENCE, 18 * SILENCE));
        assertEquals(1, steppedBack(SILENCE, 20 * SILENCE));
    }

    @Test
    void lossesThatAreFarApartAreCountedSeparately() {
        steppedBack(SILENCE, 10 * SILENCE);
        assertEquals(0, steppedBack(SILENCE, 26 * SILENCE));
        assertFalse(steppedBack(SILENCE, 30 * SILENCE) == 0);
    }

    @Test
    void attemptWithoutAQuorumCosts() {
        assertEquals(1, steppedBack(5 * SILENCE, false, 10 * SILENCE));
        assertEquals(2, steppedBack(2 * SILENCE, false, 14 * SILENCE));
        assertEquals(1, steppedBack(5 * SILENCE, false, 20 * SILENCE));
    }
}
