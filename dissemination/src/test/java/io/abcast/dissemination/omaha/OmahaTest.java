package io.abcast.dissemination.omaha;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.Hold;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the rules of Omaha in Mahamdi and others (2023), section III, and the extensions by pledge handles. */
final class OmahaTest {
    private static final Hold HELD = Hold.upTo(60);
    private static final long RED = 1;
    private static final long BLUE = 2;

    private final Wire wire = new Wire();
    private double drawn;

    private Omaha<Integer, String> omaha(OmahaSettings settings) {
        return new Omaha<>(settings, String::length, wire, () -> drawn);
    }

    private final Omaha<Integer, String> omaha = omaha(OmahaSettings.pledges());

    /**
     * Mahamdi and others (2023): "if there is no pledge period for a recipient r, then the message is sent immediately
     * to r".
     */
    @Test
    void sendsAtOnceWithoutPledge() {
        omaha.beginPledge(BLUE, List.of(4, 5), 60, 0);
        omaha.send(3, "ack", HELD, RED, 0);
        assertEquals("[3[ack]]", wire.text());
        assertEquals(1, omaha.figures().networkMessages());
    }

    /** Figure 1(b) of Mahamdi and others (2023). */
    @Test
    void aggregatesWithTheMessageThatWasPledged() {
        PledgeHandle pledge = omaha.beginPledge(BLUE, List.of(1, 2, 3), 60, 0);
        omaha.send(3, "ack", HELD, RED, 10);
        assertEquals("[]", wire.text());
        omaha.close(pledge, 30);
        for (int to : new int[] {1, 2, 3}) omaha.send(to, "accept", Hold.NEVER, BLUE, 30);
        omaha.onTime(30);
        assertEquals("[1[accept], 2[accept], 3[ack, accept]]", wire.text());
        assertEquals(4, omaha.figures().applicationMessages());
        assertEquals(3, omaha.figures().networkMessages());
        assertEquals(0.25, omaha.figures().saved());
    }

    /**
     * Mahamdi and others (2023): "if probaBuf = 0 then ... the message is aggregated with the other ones included in
     * the buffer and the whole is sent".
     */
    @Test
    void aCriticalMessageTakesWaitingMessagesAlong() {
        omaha.beginPledge(BLUE, List.of(3), 60, 0);
        omaha.send(3, "ack", HELD, RED, 10);
        omaha.send(3, "vote", Hold.NEVER, RED, 11);
        assertEquals("[3[ack, vote]]", wire.text());
    }

    /**
     * Mahamdi and others (2023): "the message and those already buffered are sent immediately with probability 1 -
     * probaBuf".
     */
    @Test
    void tossesForEachMessage() {
        omaha.beginPledge(BLUE, List.of(3), 60, 0);
        drawn = 0.39;
        omaha.send(3, "a", new Hold(0.4, 60), RED, 0);
        assertEquals("[]", wire.text());
        drawn = 0.4;
        omaha.send(3, "b", new Hold(0.4, 60), RED, 0);
        assertEquals("[3[a, b]]", wire.text());
    }

    /** Mahamdi and others (2023), Algorithm 1, lines 28 to 30. */
    @Test
    void allMessagesLeaveAtTheEarliestDeadline() {
        omaha.beginPledge(BLUE, List.of(3), 0, 0);
        omaha.send(3, "slow", Hold.upTo(60), RED, 0);
        omaha.send(3, "fast", Hold.upTo(20), RED, 10);
        omaha.send(3, "last", Hold.upTo(60), RED, 15);
        assertEquals(30, omaha.nextDeadlineNanos());
        omaha.onTime(29);
        assertEquals("[]", wire.text());
        omaha.onTime(30);
        assertEquals("[3[slow, fast, last]]", wire.text());
        assertEquals(30, omaha.figures().holdMaxNanos());
        assertEquals(30 + 20 + 15, omaha.figures().holdNanos());
    }

    @Test
    void closingAPledgeReleasesTheMessagesThatWaitForIt() {
        PledgeHandle pledge = omaha.beginPledge(BLUE, List.of(3), 60, 0);
        omaha.send(3, "ack", HELD, RED, 10);
        omaha.close(pledge, 12);
        assertEquals(12, omaha.nextDeadlineNanos());
        omaha.onTime(12);
        assertEquals("[3[ack]]", wire.text());
    }

    @Test
    void messagesWaitForTheGraceAfterTheEndOfAPledge() {
        Omaha<Integer, String> patient = omaha(OmahaSettings.pledges().withGraceNanos(5));
        PledgeHandle pledge = patient.beginPledge(BLUE, List.of(3), 60, 0);
        patient.send(3, "ack", HELD, RED, 10);
        patient.close(pledge, 12);
        patient.onTime(16);
        assertEquals("[]", wire.text());
        patient.onTime(17);
        assertEquals("[3[ack]]", wire.text());
    }

    @Test
    void messagesWaitWhileAnotherPledgeToTheDestinationIsOpen() {
        PledgeHandle first = omaha.beginPledge(BLUE, List.of(3), 60, 0);
        omaha.beginPledge(RED, List.of(3), 60, 0);
        omaha.send(3, "ack", HELD, RED, 10);
        omaha.close(first, 12);
        omaha.onTime(12);
        assertEquals("[]", wire.text());
        assertEquals(1, omaha.figures().pledgesOpen());
    }

    @Test
    void closingAPledgeIsIdempotent() {
        PledgeHandle pledge = omaha.beginPledge(BLUE, List.of(3), 60, 0);
        PledgeHandle other = omaha.beginPledge(BLUE, List.of(3), 60, 0);
        omaha.close(pledge, 1);
        omaha.close(pledge, 2);
        assertFalse(pledge.open());
        assertTrue(other.open());
        omaha.send(3, "ack", HELD, RED, 10);
        assertEquals("[]", wire.text());
        assertEquals(1, omaha.figures().pledgesOpen());
        assertEquals(0, omaha.figures().leakedPledges());
    }

    @Test
    void aRepeatedDestinationCountsOnce() {
        PledgeHandle pledge = omaha.beginPledge(BLUE, List.of(3, 3), 60, 0);
        omaha.close(pledge, 1);
        omaha.send(3, "ack", HELD, RED, 10);
        assertEquals("[3[ack]]", wire.text());
    }

    @Test
    void aPledgeExpiresAfterItsLifetime() {
        Omaha<Integer, String> shortLived = omaha(OmahaSettings.pledges().withPledgeLifeNanos(100));
        PledgeHandle forgotten = shortLived.beginPledge(BLUE, List.of(3), 0, 0);
        PledgeHandle late = shortLived.beginPledge(BLUE, List.of(4), 0, 0);
        shortLived.send(3, "ack", Hold.upTo(500), RED, 10);
        assertEquals(100, shortLived.nextDeadlineNanos());
        shortLived.onTime(100);
        assertEquals("[3[ack]]", wire.text());
        assertFalse(forgotten.open());
        shortLived.close(late, 120);
        shortLived.close(late, 130);
        assertEquals(2, shortLived.figures().expiredPledges());
        assertEquals(1, shortLived.figures().leakedPledges());
        omaha.close(forgotten, 140);
        assertEquals(
                0,
                omaha.figures().leakedPledges(),
                "leaked pledges: the pledge belonged to another instance");
    }

    @Test
    void aPledgeExpiresWhenMuchLaterThanExpected() {
        omaha.beginPledge(BLUE, List.of(3), 10, 0);
        assertEquals(40, omaha.nextDeadlineNanos());
        omaha.onTime(40);
        omaha.send(3, "ack", HELD, RED, 41);
        assertEquals("[3[ack]]", wire.text());
    }

    @Test
    void messagesDoNotWaitForAPledgeExpectedAfterTheirDeadline() {
        omaha.beginPledge(BLUE, List.of(3), 60, 0);
        omaha.send(3, "early", Hold.upTo(20), RED, 39);
        assertEquals("[3[early]]", wire.text());
        omaha.send(3, "later", Hold.upTo(20), RED, 40);
        assertEquals("[]", wire.text());
    }

    @Test
    void anAbortEndsAllPledgesOfItsApplicationOnly() {
        PledgeHandle one = omaha.beginPledge(BLUE, List.of(3), 60, 0);
        PledgeHandle two = omaha.beginPledge(BLUE, List.of(4), 60, 0);
        PledgeHandle other = omaha.beginPledge(RED, List.of(4), 60, 0);
        omaha.send(3, "a", HELD, RED, 1);
        omaha.send(4, "b", HELD, BLUE, 1);
        omaha.abort(BLUE, 2);
        omaha.onTime(2);
        assertEquals("[3[a]]", wire.text());
        assertFalse(one.open() || two.open());
        assertTrue(other.open());
        assertEquals(2, omaha.figures().pledgesEndedByOthers());
    }

    @Test
    void aViewReleasesAllMessagesAndEndsPledgesToAbsentMembers() {
        PledgeHandle pledge = omaha.beginPledge(BLUE, List.of(3, 4), 60, 0);
        PledgeHandle alone = omaha.beginPledge(BLUE, List.of(3), 60, 0);
        omaha.send(3, "a", HELD, RED, 1);
        omaha.send(4, "b", HELD, RED, 1);
        omaha.onView(List.of(1, 2, 4), 2);
        assertEquals("[3[a], 4[b]]", wire.text());
        assertTrue(pledge.open());
        assertFalse(alone.open());
        omaha.send(3, "c", HELD, RED, 3);
        omaha.send(4, "d", HELD, RED, 3);
        assertEquals("[3[c]]", wire.text());
        omaha.close(pledge, 4);
        omaha.onTime(4);
        assertEquals("[4[d]]", wire.text());
    }

    @Test
    void holdsNoMoreThanTheBound() {
        Omaha<Integer, String> small = omaha(OmahaSettings.pledges().withBytesMax(5));
        small.beginPledge(BLUE, List.of(3), 60, 0);
        small.send(3, "abc", HELD, RED, 1);
        small.send(3, "de", HELD, RED, 2);
        assertEquals("[]", wire.text());
        small.send(3, "f", HELD, RED, 3);
        assertEquals("[3[abc, de]]", wire.text());
        small.send(3, "longer", HELD, RED, 4);
        assertEquals("[3[f], 3[longer]]", wire.text());
        assertEquals(2, small.figures().flushesByBytes());
    }

    @Test
    void holdsNoMessageLongerThanHoldMax() {
        Omaha<Integer, String> hasty = omaha(OmahaSettings.pledges().withHoldMaxNanos(7));
        hasty.beginPledge(BLUE, List.of(3), 0, 0);
        hasty.send(3, "a", HELD, RED, 10);
        assertEquals(17, hasty.nextDeadlineNanos());
    }

    @Test
    void holdsNoMessageAfterStop() {
        PledgeHandle pledge = omaha.beginPledge(BLUE, List.of(3), 60, 0);
        omaha.send(3, "a", HELD, RED, 1);
        omaha.stop(2);
        assertFalse(pledge.open());
        assertFalse(omaha.beginPledge(BLUE, List.of(3), 60, 3).open());
        omaha.send(3, "b", HELD, RED, 4);
        assertEquals("[3[a], 3[b]]", wire.text());
        assertEquals(0, omaha.figures().heldNow());
    }

    @Test
    void flushesOnDemand() {
        omaha.beginPledge(BLUE, List.of(3, 4), 60, 0);
        omaha.send(3, "a", HELD, RED, 1);
        omaha.send(4, "b", HELD, RED, 1);
        omaha.flush(4, 2);
        omaha.flush(9, 2);
        assertEquals("[4[b]]", wire.text());
        omaha.flushAll(3);
        assertEquals("[3[a]]", wire.text());
    }

    /** Mahamdi and others (2023), Algorithm 1, line 26. */
    @Test
    void algorithm1CountsOnlyPledgesOfOtherApplications() {
        Omaha<Integer, String> letter = omaha(OmahaSettings.algorithm1());
        letter.beginPledge(BLUE, List.of(3), 60, 0);
        letter.send(3, "mine", HELD, BLUE, 1);
        assertEquals("[3[mine]]", wire.text());
        letter.send(3, "other", HELD, RED, 1);
        assertEquals("[]", wire.text());
    }

    /** Mahamdi and others (2023), Algorithm 1, line 8. */
    @Test
    void algorithm1OverwritesThePledgeOfTheApplication() {
        Omaha<Integer, String> letter = omaha(OmahaSettings.algorithm1());
        PledgeHandle first = letter.beginPledge(BLUE, List.of(3), 60, 0);
        PledgeHandle second = letter.beginPledge(BLUE, List.of(4), 60, 0);
        assertFalse(first.open());
        letter.send(3, "ack", HELD, RED, 1);
        assertEquals("[3[ack]]", wire.text());
        letter.send(4, "ack", HELD, RED, 2);
        letter.close(second, 3);
        letter.onTime(61);
        assertEquals("[]", wire.text(), "Algorithm 1 releases nothing when a pledge ends");
        letter.onTime(62);
        assertEquals("[4[ack]]", wire.text());
        assertEquals(1, letter.figures().overwrittenPledges());
    }

    /** Mahamdi and others (2023), Algorithm 1, line 18. */
    @Test
    void algorithm1EndsThePresentPledgeWhenAnyPledgeIsClosed() {
        Omaha<Integer, String> letter = omaha(OmahaSettings.algorithm1());
        PledgeHandle first = letter.beginPledge(BLUE, List.of(3), 60, 0);
        PledgeHandle second = letter.beginPledge(BLUE, List.of(4), 60, 0);
        letter.close(first, 1);
        assertFalse(second.open());
        letter.send(4, "ack", HELD, RED, 2);
        assertEquals("[4[ack]]", wire.text());
        PledgeHandle third = letter.beginPledge(BLUE, List.of(5), 60, 3);
        letter.close(first, 4);
        assertTrue(third.open(), "the second close must not end a later pledge");
        letter.close(second, 5);
        assertFalse(third.open());
    }

    /**
     * Mahamdi and others (2023), section III-A: a baseline that "systematically aggregates messages for a static period
     * of time or until the buffer is full".
     */
    @Test
    void everyMessageWaitsForThePeriod() {
        Omaha<Integer, String> timed = omaha(OmahaSettings.time(30).withBytesMax(4));
        timed.send(3, "a", Hold.NEVER, RED, 0);
        timed.send(3, "b", Hold.upTo(1), BLUE, 10);
        timed.onTime(29);
        assertEquals("[]", wire.text());
        timed.onTime(30);
        assertEquals("[3[a, b]]", wire.text());
        timed.send(3, "abc", Hold.NEVER, RED, 40);
        timed.send(3, "de", Hold.NEVER, RED, 41);
        assertEquals("[3[abc]]", wire.text());
    }

    @Test
    void countsHoldTimesInPowersOfTwo() {
        omaha.beginPledge(BLUE, List.of(3), 0, 0);
        omaha.send(3, "a", Hold.upTo(3_000), RED, 0);
        omaha.send(3, "b", Hold.upTo(3_000), RED, 2_500);
        omaha.onTime(3_000);
        long[] holds = omaha.figures().holds();
        assertEquals(1, holds[0], "500 ns");
        assertEquals(1, holds[1], "3 us");
    }

    @Test
    void refusesInvalidSettings() {
        assertThrows(IllegalArgumentException.class, () -> OmahaSettings.pledges().withBytesMax(0));
        assertThrows(
                IllegalArgumentException.class,
                () -> OmahaSettings.pledges().withPledgeLifeNanos(0));
        assertThrows(IllegalArgumentException.class, () -> OmahaSettings.time(-1));
        assertThrows(IllegalArgumentException.class, () -> new Hold(1.5, 1));
        assertThrows(IllegalArgumentException.class, () -> new Hold(Double.NaN, 1));
    }
}
