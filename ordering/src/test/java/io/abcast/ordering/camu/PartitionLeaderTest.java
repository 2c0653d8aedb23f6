package io.abcast.ordering.camu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.GroupEffects;
import io.abcast.ordering.camu.CamuMessage.Ask;
import io.abcast.ordering.camu.CamuMessage.Fact;
import io.abcast.ordering.camu.CamuMessage.Items;
import io.abcast.ordering.camu.CamuMessage.LinkAcked;
import io.abcast.ordering.camu.CamuMessage.Start;
import io.abcast.ordering.camu.CamuMessage.StreamAcked;
import io.abcast.ordering.camu.LogPayload.Batch;
import io.abcast.ordering.camu.LogPayload.Term;
import io.abcast.ordering.camu.OutStream.Link;
import io.abcast.ordering.camu.PartitionEntry.Single;
import io.abcast.ordering.camu.PartitionEntry.VoteFor;
import io.abcast.ordering.camu.StreamItem.VoteItem;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests the object {@code PartitionLeader} for the leader of partition A. The log of partition A applies a payload when
 * the test asks for it.
 */
class PartitionLeaderTest {
    private static final PartitionMap MAP = PartitionMap.parse("A=1;B=2");
    private static final int A = 0;
    private static final int B = 1;

    private final ArrayDeque<byte[]> log = new ArrayDeque<>();
    private final List<Object> sent = new ArrayList<>();
    private final PartitionState state;
    private final PartitionLeader leader;

    PartitionLeaderTest() {
        CamuConfig config = CamuConfig.DEFAULT.with(false, true);
        GroupEffects effects =
                Fake.of(
                        GroupEffects.class,
                        (proxy, method, arguments) -> {
                            if (method.getName().equals("sendTo")) sent.add(arguments[2]);
                            return null;
                        });
        state =
                new PartitionState(
                        A,
                        MAP,
                        config,
                        new PartitionFigures(),
                        new PartitionState.Listener() {
                            @Override
                            public void deliver(GroupDelivery delivery) {}

                            @Override
                            public void began(Term term) {}

                            @Override
                            public void applied(Batch batch) {
                                if (!others) leader().applied(batch);
                            }
                        });
        state.offer(new Term(1, 1, 1).encode());
        leader =
                new PartitionLeader(
                        state,
                        MAP,
                        config,
                        new KnownLeaders(MAP),
                        new ReplicaMail(A, 1, effects),
                        null,
                        log::add,
                        line -> {});
        leader.begin();
    }

    private boolean others;

    private PartitionLeader leader() {
        return leader;
    }

    private void applyAll() {
        while (!log.isEmpty()) state.offer(log.poll());
    }

    @Test
    void anAcknowledgementOfAnEarlierOpeningDoesNotCompleteALaterOne() {
        leader.steer(B, true);
        leader.flush(0);
        applyAll();
        leader.steer(B, false);
        leader.steer(B, true);
        leader.onMessage(B, 2, new LinkAcked(1, 1_000));
        TxnId id = new TxnId(9, 1);
        leader.onAsk(A, 1, new Ask(new CamuTxn(id, A, new int[] {A, B}, 0, new byte[0]), 1, false));
        leader.flush(0);
        Batch batch = (Batch) LogPayload.decode(log.peek(), MAP);
        List<PartitionEntry> entries = batch.entries();
        assertInstanceOf(VoteFor.class, entries.get(entries.size() - 1), entries.toString());
        applyAll();
        leader.onMessage(B, 2, new LinkAcked(2, 2_000));
        leader.flush(0);
        applyAll();
        assertEquals(Link.ON, state.out(B).link());
        assertEquals(2_000, state.clock());
    }

    @Test
    void marksAloneAreNoActivity() {
        long before = leader.activity();
        leader.onMessage(B, 2, new Items(7, 1, 0, 1, List.of(new StreamItem.Mark(1, 10, false))));
        assertEquals(before, leader.activity());
        StreamItem vote = new StreamItem.VoteItem(new TxnId(9, 1), 20);
        leader.onMessage(B, 2, new Items(7, 1, 0, 2, List.of(vote)));
        assertNotEquals(before, leader.activity());
    }

    @Test
    void acknowledgesNewItemsWhenTheyAreAppliedAndRepeatsAtOnce() {
        Items items = new Items(7, 1, 0, 1, List.of(new VoteItem(new TxnId(9, 1), 5)));
        leader.onMessage(B, 2, items);
        leader.flush(0);
        assertEquals(List.of(), acknowledged());
        leader.onFact(B, new Fact(1, 0, 1));
        state.verdicts(B).confirm(1, 1);
        applyAll();
        leader.flush(0);
        assertEquals(List.of(1L), acknowledged());
        leader.onMessage(B, 2, items);
        leader.flush(0);
        assertEquals(List.of(1L, 1L), acknowledged());
    }

    private List<Long> acknowledged() {
        List<Long> all = new ArrayList<>();
        for (Object each : sent) if (each instanceof StreamAcked ack) all.add(ack.through());
        return all;
    }

    @Test
    void aNoteHasNoMoreFactsThanAReplicaReads() {
        for (int term = 1; term <= 3 * PartitionEntry.ACKS_MAX; term++)
            leader.onFact(B, new Fact(term, term, term));
        do {
            leader.flush(0);
            applyAll();
        } while (leader.waits());
        assertEquals(1, state.term());
    }

    @Test
    void tooManyDeliveriesWithoutAResultLeaveNoPlaceForNewTransactions() {
        others = true;
        for (int first = 1; first <= PartitionLeader.UNANSWERED_MAX; first += 1_024) {
            List<PartitionEntry> singles = new ArrayList<>();
            for (int i = 0; i < 1_024; i++) singles.add(new Single(txn(first + i, A)));
            state.offer(new Batch(1, first, 0, singles).encode());
        }
        others = false;
        assertEquals(PartitionLeader.UNANSWERED_MAX, state.unanswered());
        assertFalse(ask(100_000, A));
        assertFalse(ask(100_001, A, B));
        leader.onMessage(B, 2, new Start(List.of(txn(100_002, A, B))));
        leader.flush(0);
        Batch batch = (Batch) LogPayload.decode(log.peek(), MAP);
        assertInstanceOf(VoteFor.class, batch.entries().get(0));
        state.onResult(7, new byte[1]);
        assertTrue(ask(100_000, A));
    }

    private static CamuTxn txn(int number, int... groups) {
        return new CamuTxn(new TxnId(9, number), groups[groups.length - 1], groups, 0, new byte[0]);
    }

    private boolean ask(int number, int... groups) {
        CamuTxn txn = new CamuTxn(new TxnId(9, number), A, groups, 0, new byte[0]);
        return leader.onAsk(A, 1, new Ask(txn, 1, false));
    }
}
