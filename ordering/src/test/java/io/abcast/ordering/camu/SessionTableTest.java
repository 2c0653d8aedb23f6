package io.abcast.ordering.camu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.GroupTimestamp;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SessionTableTest {
    private static final long TTL = 100;
    private static final long FIRST = SessionTable.id(7, 2, 0x1234_5678_9ABC_DEF0L);
    private static final long SECOND = SessionTable.id(7, 2, 0x7654_3210_0000_0000L);
    private static final long THIRD = SessionTable.id(7, 2, 0x2222_2222_2222_2222L);
    private static final long OTHER = SessionTable.id(8, 2, 0x7654_3210_0000_0000L);

    private final Set<Long> inFlight = new HashSet<>();
    private long now;
    private final SessionTable sessions = new SessionTable(TTL, inFlight::contains);

    private static CamuTxn txn(long session, int lane, long place, long answered) {
        TxnId id = new TxnId(session, SessionLane.number(lane, place));
        return new CamuTxn(id, 0, new int[] {0}, SessionLane.number(lane, answered), new byte[0]);
    }

    private void passUntil(long clock) {
        while (now < clock) sessions.advance(++now);
    }

    private void deliver(CamuTxn txn, long clock) {
        passUntil(clock);
        SessionLane.Outcome outcome = sessions.see(txn, true);
        outcome.delivered(1, new GroupTimestamp(clock, txn.id().session(), txn.id().number()));
        outcome.answered(new byte[] {1});
        sessions.finished(txn.id());
    }

    @Test
    void anIdNamesServerAndPartition() {
        assertEquals(7, SessionTable.server(FIRST));
        assertEquals(2, SessionTable.group(FIRST));
        assertTrue(SessionTable.id(65_535, 4_095, -1) > 0);
    }

    @Test
    void aNumberUpToTheLowWaterMarkIsKnown() {
        deliver(txn(FIRST, 1, 5, 4), 10);
        assertTrue(sessions.isKnown(txn(FIRST, 1, 3, 0).id()));
        assertTrue(sessions.isKnown(txn(FIRST, 1, 5, 0).id()));
        assertFalse(sessions.isKnown(txn(FIRST, 1, 6, 0).id()));
        assertFalse(sessions.isKnown(txn(FIRST, 2, 3, 0).id()));
    }

    @Test
    void theMarkOfOneLaneDoesNotMoveAnother() {
        deliver(txn(FIRST, 1, 1, 0), 10);
        deliver(txn(FIRST, 2, 9, 8), 10);
        assertEquals(1, sessions.outcome(txn(FIRST, 1, 1, 0).id()).result()[0]);
    }

    @Test
    void anUnfinishedTransactionOutlivesTheMark() {
        CamuTxn open = txn(FIRST, 1, 1, 0);
        sessions.see(open, true);
        deliver(txn(FIRST, 1, 2, 1), 11);
        assertEquals(SessionLane.Phase.PENDING, sessions.outcome(open.id()).phase());
    }

    @Test
    void aClosedSessionIsForgottenAfterItsTime() {
        deliver(txn(FIRST, 1, 1, 0), 10);
        deliver(txn(SECOND, 1, 1, 0), 20);
        deliver(txn(OTHER, 1, 1, 0), 20 + TTL);
        assertTrue(sessions.isKnown(txn(FIRST, 1, 1, 0).id()));
        deliver(txn(OTHER + 1, 1, 1, 0), 21 + TTL);
        assertFalse(sessions.isKnown(txn(FIRST, 1, 1, 0).id()));
        assertTrue(sessions.isKnown(txn(SECOND, 1, 1, 0).id()));
    }

    @Test
    void aJumpOfTheClockDoesNotEndASession() {
        deliver(txn(FIRST, 1, 1, 0), 10);
        deliver(txn(SECOND, 1, 1, 0), 20);
        sessions.advance(1_000 * TTL);
        now = 1_000 * TTL;
        deliver(txn(OTHER, 1, 1, 0), now);
        assertTrue(sessions.isKnown(txn(FIRST, 1, 1, 0).id()));
        deliver(txn(OTHER + 1, 1, 1, 0), now + TTL);
        assertFalse(sessions.isKnown(txn(FIRST, 1, 1, 0).id()));
    }

    @Test
    void aClosedSessionWithItemsInFlightIsKept() {
        inFlight.add(FIRST);
        deliver(txn(FIRST, 1, 1, 0), 10);
        deliver(txn(SECOND, 1, 1, 0), 20);
        deliver(txn(OTHER, 1, 1, 0), 1_000);
        assertTrue(sessions.isKnown(txn(FIRST, 1, 1, 0).id()));
    }

    @Test
    void aLateTransactionOfAnOlderSessionDoesNotCloseTheNewerOneForEver() {
        deliver(txn(SECOND, 1, 1, 0), 10);
        deliver(txn(FIRST, 1, 1, 0), 20);
        deliver(txn(SECOND, 1, 2, 0), 30);
        deliver(txn(OTHER, 1, 1, 0), 1_000);
        assertTrue(sessions.isKnown(txn(SECOND, 1, 2, 0).id()));
        deliver(txn(THIRD, 1, 1, 0), 1_010);
        deliver(txn(OTHER + 1, 1, 1, 0), 2_000);
        assertFalse(sessions.isKnown(txn(SECOND, 1, 2, 0).id()));
        assertFalse(sessions.isKnown(txn(FIRST, 1, 1, 0).id()));
    }

    @Test
    void aSessionThatIsSeenAgainDoesNotCloseTheNewerOne() {
        deliver(txn(FIRST, 1, 1, 0), 10);
        deliver(txn(SECOND, 1, 1, 0), 20);
        deliver(txn(FIRST, 1, 2, 0), 30);
        deliver(txn(OTHER, 1, 1, 0), 1_000);
        assertTrue(sessions.isKnown(txn(SECOND, 1, 1, 0).id()));
    }

    @Test
    void aSnapshotHasTheTable() {
        deliver(txn(FIRST, 1, 5, 4), 10);
        sessions.see(txn(SECOND, 3, 1, 0), false);
        WireWriter bytes = new WireWriter(64);
        sessions.write(bytes, new PendingSnapshot.Gaps());
        SessionTable copy = new SessionTable(TTL, inFlight::contains);
        copy.read(new WireReader(bytes.toByteArray()));
        assertTrue(copy.isKnown(txn(FIRST, 1, 4, 0).id()));
        assertEquals(SessionLane.Phase.ANSWERED, copy.outcome(txn(FIRST, 1, 5, 0).id()).phase());
        assertEquals(SessionLane.Phase.ROUTED, copy.outcome(txn(SECOND, 3, 1, 0).id()).phase());
        WireWriter again = new WireWriter(64);
        copy.write(again, new PendingSnapshot.Gaps());
        assertEquals(bytes.size(), again.size());
    }
}
