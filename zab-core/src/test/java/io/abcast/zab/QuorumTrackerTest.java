package io.abcast.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class QuorumTrackerTest {
    @Test
    void evidenceIsWhatAQuorumHasLogged() {
        QuorumTracker tracker = new QuorumTracker(5, 3);
        assertFalse(tracker.ack(0, 10));
        assertFalse(tracker.ack(1, 7));
        assertEquals(0, tracker.evidence());
        assertTrue(tracker.ack(2, 5));
        assertEquals(5, tracker.evidence());
        assertTrue(tracker.ack(3, 9));
        assertEquals(7, tracker.evidence());
    }

    @Test
    void aRepeatedAckNeverCountsTwice() {
        QuorumTracker tracker = new QuorumTracker(3, 2);
        tracker.ack(1, 4);
        assertFalse(tracker.ack(1, 4));
        assertFalse(tracker.ack(1, 4));
        assertEquals(0, tracker.evidence());
    }

    @Test
    void anEarlyAckIsKept() {
        QuorumTracker tracker = new QuorumTracker(3, 2);
        tracker.ack(1, 100);
        assertTrue(tracker.ack(0, 1));
        assertEquals(1, tracker.evidence());
        assertTrue(tracker.ack(0, 50));
        assertEquals(50, tracker.evidence());
    }

    @Test
    void aStaleAckChangesNothing() {
        QuorumTracker tracker = new QuorumTracker(3, 2);
        tracker.ack(0, 8);
        tracker.ack(1, 8);
        assertFalse(tracker.ack(1, 3));
        assertEquals(8, tracker.acked(1));
        assertEquals(8, tracker.evidence());
    }

    @Test
    void aMemberThatLostItsMemoryStartsAgainAndEvidenceStays() {
        QuorumTracker tracker = new QuorumTracker(5, 3);
        for (int rank = 0; rank < 3; rank++) tracker.ack(rank, 6);
        tracker.forget(2);
        assertEquals(6, tracker.evidence());
        tracker.ack(0, 9);
        assertFalse(tracker.ack(1, 9), "two of five hold 9");
        assertTrue(tracker.ack(2, 9));
        assertEquals(9, tracker.evidence());
    }
}
