package io.abcast.ordering.camu;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** Tests the rule for links "more than ~75% touched during X rounds" of Vandevoorde 2018, section 4.3.3. */
class TouchShareTest {
    private static final long ROUND = 5_000_000;

    private final TouchShare share = new TouchShare(LinkRule.share(75, 25), 3, ROUND, 0);

    private void touch(int other, int rounds) {
        for (int round = 0; round < rounds; round++)
            for (int times = 0; times < 3; times++) share.touch(other, round * ROUND + times);
    }

    private boolean[] decide(boolean... open) {
        return share.decide(TouchShare.ROUNDS * ROUND, open);
    }

    @Test
    void decidesAfterFifteenRounds() {
        touch(1, 14);
        assertNull(share.decide(TouchShare.ROUNDS * ROUND - 1, new boolean[3]));
    }

    @Test
    void aPartitionThatIsTouchedALotGetsALink() {
        touch(1, 12);
        touch(2, 11);
        assertArrayEquals(new boolean[] {false, true, false}, decide(false, false, false));
    }

    @Test
    void aPartitionThatIsNotOftenTouchedLosesItsLink() {
        touch(1, 3);
        touch(2, 4);
        assertArrayEquals(new boolean[] {false, false, true}, decide(false, true, true));
    }

    @Test
    void eachDecisionCountsItsOwnRounds() {
        touch(1, 15);
        boolean[] open = decide(false, false, false);
        assertArrayEquals(new boolean[3], share.decide(2 * TouchShare.ROUNDS * ROUND, open));
    }

    @Test
    void aRuleHasTwoPercentages() {
        assertThrows(IllegalArgumentException.class, () -> LinkRule.parse("share:75"));
        assertThrows(IllegalArgumentException.class, () -> LinkRule.parse("share:25/75"));
        assertThrows(IllegalArgumentException.class, () -> LinkRule.parse("share:a/b"));
    }
}
