package io.abcast.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LeaderBackoffTest {
    private static final long ELECTION_TIMEOUT = 1_000;

    private final LeaderBackoff leaderBackoff = new LeaderBackoff(ELECTION_TIMEOUT);

    private long steppedBack(long ledNanos, long atNanos) {
        return steppedBack(ledNanos, true, atNanos);
    }

    private long steppedBack(long ledNanos, boolean established, long atNanos) {
        leaderBackoff.onQuorumLost(atNanos - ledNanos, established, atNanos);
        long timeouts = 0;
        while (!leaderBackoff.stands(atNanos + timeouts * ELECTION_TIMEOUT)) timeouts++;
        return timeouts;
    }

    @Test
    void firstLossCostsNothing() {
        assertTrue(leaderBackoff.stands(0));
        assertEquals(0, steppedBack(ELECTION_TIMEOUT, 5 * ELECTION_TIMEOUT));
    }

    @Test
    void lossesInARowCostMoreUpToABound() {
        long[] costs = {0, 1, 2, 4, 4, 4};
        for (int loss = 0; loss < costs.length; loss++)
            assertEquals(
                    costs[loss],
                    steppedBack(ELECTION_TIMEOUT, (10 + 6 * loss) * ELECTION_TIMEOUT),
                    "loss " + loss);
    }

    @Test
    void leadThatLastsResetsTheCount() {
        steppedBack(ELECTION_TIMEOUT, 10 * ELECTION_TIMEOUT);
        assertEquals(1, steppedBack(ELECTION_TIMEOUT, 12 * ELECTION_TIMEOUT));
        assertEquals(0, steppedBack(4 * ELECTION_TIMEOUT, 18 * ELECTION_TIMEOUT));
        assertEquals(1, steppedBack(ELECTION_TIMEOUT, 20 * ELECTION_TIMEOUT));
    }

    @Test
    void lossesThatAreFarApartAreCountedSeparately() {
        steppedBack(ELECTION_TIMEOUT, 10 * ELECTION_TIMEOUT);
        assertEquals(0, steppedBack(ELECTION_TIMEOUT, 26 * ELECTION_TIMEOUT));
        assertFalse(steppedBack(ELECTION_TIMEOUT, 30 * ELECTION_TIMEOUT) == 0);
    }

    @Test
    void attemptWithoutAQuorumCosts() {
        assertEquals(1, steppedBack(5 * ELECTION_TIMEOUT, false, 10 * ELECTION_TIMEOUT));
        assertEquals(2, steppedBack(2 * ELECTION_TIMEOUT, false, 14 * ELECTION_TIMEOUT));
        assertEquals(1, steppedBack(5 * ELECTION_TIMEOUT, false, 20 * ELECTION_TIMEOUT));
    }
}
