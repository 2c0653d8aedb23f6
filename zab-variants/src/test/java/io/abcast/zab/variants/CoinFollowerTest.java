package io.abcast.zab.variants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.zab.AckTarget;
import org.junit.jupiter.api.Test;

/**
 * Tests a follower's coin and vote (EL-Sanosi 2018, sections 4.2.3, 4.3 and 4.3.3) with N = 3 and measurement windows
 * of 100 ms.
 */
class CoinFollowerTest {
    private static final long MILLI = 1_000_000;
    private static final CoinSettings ADAPTIVE =
            new CoinSettings("a", 0, 0.005, 0.1, 0.001, 0.1, false, false);

    private long now;
    private long random;

    private CoinFollower follower(CoinSettings settings) {
        CoinFollower follower = new CoinFollower(3, settings, () -> random);
        follower.onFollowers(2, now);
        return follower;
    }

    private void abcasts(CoinFollower follower, int perSecond, int windows) {
        follower.onTick(now);
        for (int i = 0; i < windows * perSecond / 10; i++) {
            now += 1_000 * MILLI / perSecond;
            follower.onLogged(now);
        }
    }

    @Test
    void tossesWithAGivenProbability() {
        CoinFollower follower = follower(CoinSettings.fair());
        assertFalse(follower.votesForZab());
        random = 0;
        assertEquals(AckTarget.EVERYONE, follower.onLogged(0));
        random = -1;
        assertEquals(AckTarget.NO_MEMBER, follower.onLogged(0));
        assertEquals(AckTarget.NO_MEMBER, follower.onTossAgain(0));
    }

    /**
     * EL-Sanosi 2018: "if p can be computed successfully on several consecutive iterations ... a follower votes for
     * ZabCT".
     */
    @Test
    void votesForTheCoinAfterSeveralGoodWindows() {
        CoinFollower follower = follower(ADAPTIVE);
        assertTrue(follower.votesForZab(), "nothing has been measured yet");
        follower.onDelay(MILLI);
        abcasts(follower, 1_000, CoinFollower.GOOD_WINDOWS - 1);
        assertTrue(follower.votesForZab());
        abcasts(follower, 1_000, 2);
        assertFalse(follower.votesForZab());
        assertEquals(1_000, follower.coin().lambda(), 20);
        assertTrue(follower.coin().p() > 0 && follower.coin().p() < 0.5);
    }

    /** A follower votes for Zab's mode if it "cannot find p" (EL-Sanosi 2018). */
    @Test
    void votesForZabWhenNoProbabilityIsFeasible() {
        CoinFollower follower = follower(ADAPTIVE);
        follower.onDelay(MILLI);
        abcasts(follower, 1_000, 8);
        assertFalse(follower.votesForZab());
        abcasts(follower, 20, CoinFollower.BAD_WINDOWS + 2);
        assertTrue(follower.votesForZab());
        assertTrue(follower.reason().startsWith("no p is feasible"), follower.reason());
    }

    /** A follower votes for ZabCT only if "membership remains unchanged for a prolonged period" (EL-Sanosi 2018). */
    @Test
    void restartsTheCountOfGoodWindowsWhenAFollowerComesOrGoes() {
        CoinFollower follower = follower(ADAPTIVE);
        follower.onDelay(MILLI);
        abcasts(follower, 1_000, 8);
        follower.onFollowers(1, now);
        assertTrue(follower.votesForZab());
        follower.onFollowers(2, now);
        abcasts(follower, 1_000, CoinFollower.GOOD_WINDOWS - 1);
        assertTrue(follower.votesForZab());
        abcasts(follower, 1_000, 2);
        assertFalse(follower.votesForZab());
    }

    /** A follower votes for Zab's mode when it "experiences timer(Cm)" (EL-Sanosi 2018). */
    @Test
    void votesForZabWhenStuck() {
        CoinFollower follower = follower(CoinSettings.fair());
        follower.onStuck(now);
        assertTrue(follower.votesForZab());
        assertEquals("not deliverable for 0.1 s", follower.reason());
    }
}
