package io.abcast.papers.wan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.sim.Rng;
import org.junit.jupiter.api.Test;

/**
 * Tests the choice of an overlay of Tan 2019, section 6.3.2: "the data plane picks a random overlay with enough quota".
 */
final class QuotaChoiceTest {
    private static final int FRAME = 4 << 10;
    private static final long ALL = -1;

    private static QuotaChoice choice(double... rates) {
        QuotaChoice choice = new QuotaChoice(0, new Rng(3));
        choice.plan(rates);
        return choice;
    }

    @Test
    void noOverlayExceedsItsQuotaOfAWindow() {
        QuotaChoice choice = choice(1, 2, 0, 1);
        for (int window = 0; window < 100; window++) {
            // The overlays have quotas of 50, 100 and 50 KB out of 200 KB, which hold 12, 25 and 12
            // frames of 4 KB.
            int[] frames = new int[4];
            for (int k = 0; k < 12 + 25 + 12; k++) frames[choice.choose(FRAME, ALL, ALL)]++;
            assertEquals(12, frames[0]);
            assertEquals(25, frames[1]);
            assertEquals(0, frames[2]);
            assertEquals(12, frames[3]);
        }
    }

    @Test
    void orderInsideAWindowIsRandom() {
        QuotaChoice choice = choice(1, 1);
        int changes = 0;
        int before = -1;
        for (int k = 0; k < 50; k++) {
            int next = choice.choose(FRAME, ALL, ALL);
            if (next != before) changes++;
            before = next;
        }
        assertTrue(changes > 5 && changes < 45, changes + " changes");
    }

    @Test
    void frameWithoutAPlanOrWithoutAUsableRelayIsSentDirectly() {
        assertEquals(0, choice().choose(FRAME, ALL, ALL));
        QuotaChoice relayed = choice(0, 1);
        assertEquals(1, relayed.choose(FRAME, ALL, ALL));
        assertEquals(0, relayed.choose(FRAME, ALL, ~2L));
        assertEquals(0, relayed.choose(FRAME, 1, ALL));
        assertEquals(0, relayed.choose(QuotaChoice.WINDOW_BYTES + 1, ALL, ALL));
    }

    @Test
    void planNamesItsOverlays() {
        assertEquals(0b1010, choice(0, 1, 0, 2).planned());
        assertEquals(0, choice().planned());
    }
}
