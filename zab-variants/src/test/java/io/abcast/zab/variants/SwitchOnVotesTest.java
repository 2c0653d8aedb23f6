package io.abcast.zab.variants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Membership;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests how the leader decides to switch between ZabCT and Zab's mode (EL-Sanosi 2018, section 4.3.3). The members with
 * ranks 0 and 1 are followers, and the member with rank 2 is the leader.
 */
class SwitchOnVotesTest {
    private static final long SECOND = 1_000_000_000;

    private final SwitchOnVotes decision = new SwitchOnVotes(Membership.of(1, 2, 3), 2);

    @BeforeEach
    void bothFollow() {
        decision.onFollowers(2, 0);
    }

    private void allVote(boolean forZab, long now) {
        decision.onVote(0, forZab, now);
        decision.onVote(1, forZab, now);
    }

    @Test
    void beginsAsZabAndNeedsEveryVote() {
        assertTrue(decision.zab());
        decision.onVote(0, false, 0);
        assertTrue(decision.zab());
        decision.onVote(1, false, 0);
        assertFalse(decision.zab());
    }

    @Test
    void oneVoteOrAMissingFollowerIsEnoughToLeave() {
        allVote(false, 0);
        decision.onVote(1, true, SECOND);
        assertTrue(decision.zab());
        assertEquals("follower 2 votes for it", decision.reason());

        allVote(false, 20 * SECOND);
        assertFalse(decision.zab());
        decision.onFollowers(1, 21 * SECOND);
        assertTrue(decision.zab());
    }

    @Test
    void aVoteEndsWithItsSession() {
        decision.onVote(0, false, 0);
        decision.onGone(0);
        decision.onVote(1, false, 0);
        assertTrue(decision.zab());
    }

    @Test
    void dampsRepeatedSwitches() {
        int[] perMinute = new int[10];
        boolean before = decision.zab();
        for (int tenth = 0; tenth < perMinute.length * 600; tenth++) {
            allVote(tenth % 2 == 1, tenth * SECOND / 10);
            if (decision.zab() != before) perMinute[tenth / 600]++;
            before = decision.zab();
        }
        assertTrue(perMinute[0] >= 2 && perMinute[0] <= 16, "in the first: " + perMinute[0]);
        for (int minute = 1; minute < perMinute.length; minute++)
            assertTrue(perMinute[minute] <= 4, "in minute " + minute + ": " + perMinute[minute]);
    }

    @Test
    void aSteadyPeriodResetsTheDoubling() {
        long now = 0;
        for (int i = 0; i < 8; i++) {
            allVote(false, now);
            decision.onVote(0, true, now);
            now += SwitchOnVotes.STAY_NANOS_MAX;
        }
        allVote(false, now);
        now += SwitchOnVotes.STEADY_NANOS;
        decision.onVote(0, true, now);
        allVote(false, now + SwitchOnVotes.STAY_NANOS_MIN);
        assertFalse(decision.zab());
    }
}
