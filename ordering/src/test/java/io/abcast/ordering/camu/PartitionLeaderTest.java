package io.abcast.ordering.camu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.GroupEffects;
import io.abcast.ordering.camu.CamuMessage.Ask;
import io.abcast.ordering.camu.CamuMessage.Fact;
import io.abcast.ordering.camu.CamuMessage.LinkAcked;
import io.abcast.ordering.camu.LogPayload.Batch;
import io.abcast.ordering.camu.LogPayload.Term;
import io.abcast.ordering.camu.OutStream.Link;
import io.abcast.ordering.camu.PartitionEntry.VoteFor;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The leader of partition A, with a log that applies a payload when the test says so. */
class PartitionLeaderTest {
    private static final PartitionMap MAP = PartitionMap.parse("A=1;B=2");
    private static final int A = 0;
    private static final int B = 1;

    private final ArrayDeque<byte[]> log = new ArrayDeque<>();
    private final PartitionState state;
    private final PartitionLeader leader;

    PartitionLeaderTest() {
        CamuConfig config = CamuConfig.DEFAULT.with(false, true);
        GroupEffects effects =
                (GroupEffects)
                        Proxy.newProxyInstance(
                                getClass().getClassLoader(),
                                new Class<?>[] {GroupEffects.class},
                                (proxy, method, arguments) -> null);
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
                                leader().applied(batch);
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

    private PartitionLeader leader() {
        return leader;
    }

    private void applyAll() {
        while (!log.isEmpty()) state.offer(log.poll());
    }

    /** An acknowledgement of an earlier opening says nothing about the receiver's floor for the present one. */
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

    /** All facts may arrive in one batch of events, and a payload must stay readable. */
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
}
