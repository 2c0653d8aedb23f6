package io.abcast.ordering.camu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.GroupEffects;
import io.abcast.ordering.camu.CamuMessage.Ask;
import io.abcast.ordering.camu.CamuMessage.Fact;
import io.abcast.ordering.camu.CamuMessage.Items;
import io.abcast.ordering.camu.LogPayload.Batch;
import io.abcast.ordering.camu.LogPayload.Term;
import io.abcast.ordering.camu.PartitionEntry.Note;
import io.abcast.ordering.camu.StreamItem.Mark;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests the bounds and the repeated messages of the leader of partition C. The log of partition C applies a payload
 * when the test asks for it.
 */
class LeaderLimitsTest {
    private static final PartitionMap MAP = PartitionMap.parse("A=1;B=2;C=3");
    private static final int A = 0;
    private static final int B = 1;
    private static final int C = 2;
    private static final int WINDOW = 4;
    private static final int WINDOW_BYTES = 2_000;
    private static final int BATCH_BYTES = 400;
    private static final long TTL_MICROS = 1_000_000;
    private static final long TTL = TTL_MICROS * CamuConfig.CLOCK_STEPS;
    private static final long RESEND = 100_000_000;

    private final ArrayDeque<byte[]> log = new ArrayDeque<>();
    private final List<String> reports = new ArrayList<>();
    private final PartitionState state;
    private final PartitionLeader leader;
    private long clock;

    LeaderLimitsTest() {
        CamuConfig config =
                new CamuConfig(
                        false,
                        false,
                        5_000_000,
                        100_000_000,
                        RESEND,
                        WINDOW,
                        WINDOW_BYTES,
                        BATCH_BYTES,
                        1_000,
                        TTL_MICROS);
        GroupEffects effects = Fake.of(GroupEffects.class, (proxy, method, arguments) -> null);
        state =
                new PartitionState(
                        C,
                        MAP,
                        config,
                        new PartitionFigures(),
                        (PartitionState.Listener)
                                Proxy.newProxyInstance(
                                        getClass().getClassLoader(),
                                        new Class<?>[] {PartitionState.Listener.class},
                                        (proxy, method, arguments) -> {
                                            event(arguments[0]);
                                            return null;
                                        }));
        state.offer(new Term(3, 1, 1).encode());
        leader =
                new PartitionLeader(
                        state,
                        MAP,
                        config,
                        new KnownLeaders(MAP),
                        new ReplicaMail(C, 3, effects),
                        null,
                        log::add,
                        reports::add);
        leader.begin();
    }

    private void event(Object what) {
        if (what instanceof Batch batch) leader.applied(batch);
        else if (what instanceof GroupDelivery delivery) leader.delivered(delivery);
    }

    private void applyAll() {
        leader.flush(clock);
        while (!log.isEmpty()) state.offer(log.poll());
    }

    private static CamuTxn txn(long session, long number, long answered, int bytes, int... groups) {
        int origin = groups.length == 1 ? groups[0] : C;
        return new CamuTxn(new TxnId(session, number), origin, groups, answered, new byte[bytes]);
    }

    private boolean ask(CamuTxn txn, boolean again) {
        return leader.onAsk(C, 4, new Ask(txn, 1, again));
    }

    @Test
    void theWindowBoundsMultisForOtherPartitionsThatOnlyTheLeaderKnows() {
        for (int number = 1; number <= WINDOW; number++)
            assertTrue(ask(txn(9, number, 0, 1, A, B), false));
        assertFalse(ask(txn(9, WINDOW + 1, 0, 1, A, B), false));
        assertTrue(ask(txn(9, 1, 0, 1, A, B), true), "a repeat takes no further place");
        applyAll();
        assertEquals(0, state.seq());
    }

    @Test
    void theLowWaterMarkMakesPlace() {
        for (int number = 1; number <= WINDOW; number++) ask(txn(9, number, 0, 1, A, B), false);
        assertTrue(ask(txn(9, WINDOW + 1, 2, 1, A, B), false));
        assertTrue(ask(txn(9, WINDOW + 2, 2, 1, A, B), false));
        assertFalse(ask(txn(9, WINDOW + 3, 2, 1, A, B), false));
    }

    @Test
    void aRequestThatIsNotRepeatedMakesPlace() {
        for (int number = 1; number <= WINDOW; number++) ask(txn(9, number, 0, 1, A, B), false);
        leader.now(60 * RESEND);
        ask(txn(9, 2, 0, 1, A, B), true);
        leader.now(70 * RESEND);
        for (int number = 1; number < WINDOW; number++)
            assertTrue(ask(txn(8, number, 0, 1, A, B), false));
        assertFalse(ask(txn(8, WINDOW, 0, 1, A, B), false));
    }

    @Test
    void theWindowBoundsBytesToo() {
        assertTrue(ask(txn(9, 1, 0, 1_000, A, B), false));
        assertTrue(ask(txn(9, 2, 0, 1_000, A, B), false));
        assertFalse(ask(txn(9, 3, 0, 1, A, B), false));
    }

    @Test
    void theWindowCountsWhatIsSubmitted() {
        for (int number = 1; number <= WINDOW; number++)
            assertTrue(ask(txn(9, number, 0, 1, A, C), false));
        assertFalse(ask(txn(9, WINDOW + 1, 0, 1, A, C), false));
    }

    @Test
    void aRepeatedRequestKeepsTheSessionThatALateOneHasClosed() {
        long present = SessionTable.id(1, A, 1L << 40);
        long late = SessionTable.id(1, A, 2L << 40);
        ask(txn(present, 1, 0, 1, C), false);
        applyAll();
        ask(txn(late, 1, 0, 1, C), false);
        applyAll();
        assertTrue(state.sessions().isClosed(present));
        ask(txn(present, 1, 0, 1, C), true);
        assertTrue(leader.waits());
        leader.onResendTimer();
        applyAll();
        assertFalse(state.sessions().isClosed(present));
        for (int step = 1; step <= 200; step++) {
            clock += TTL / 50;
            ask(txn(SessionTable.id(2, A, 1L << 40), step, 0, 1, C), false);
            applyAll();
        }
        ask(txn(SessionTable.id(3, A, 1L << 40), 1, 0, 1, C), false);
        applyAll();
        assertTrue(state.sessions().isKnown(new TxnId(present, 1)));
    }

    @Test
    void aPartitionThatWasFoundedAgainIsReportedOnceAMinute() {
        leader.onMessage(A, 1, new Items(1, 0, 0, 1, List.of(new Mark(1, 1, false))));
        applyAll();
        for (int i = 0; i < 100; i++)
            leader.onMessage(A, 1, new Items(2, 0, 0, 1, List.of(new Mark(1, 1, false))));
        assertEquals(1, reports.size());
        leader.now(61_000_000_000L);
        leader.onMessage(A, 1, new Items(2, 0, 0, 1, List.of(new Mark(1, 1, false))));
        assertEquals(2, reports.size());
    }

    @Test
    void aNoteFitsIntoABatch() {
        for (int term = 1; term <= 100; term++) leader.onFact(B, new Fact(term, term, term));
        leader.onResendTimer();
        leader.flush(0);
        Batch batch = (Batch) LogPayload.decode(log.peek(), MAP);
        Note note = (Note) batch.entries().get(0);
        assertTrue(note.bytes() <= BATCH_BYTES, note.bytes() + " bytes");
        assertTrue(note.verdicts().size() >= 8);
        while (leader.waits()) {
            leader.onResendTimer();
            applyAll();
        }
    }
}
