package io.abcast.ordering.camu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.GroupEffects;
import io.abcast.kernel.GroupTimestamp;
import io.abcast.ordering.camu.CamuMessage.Frontier;
import io.abcast.ordering.camu.LogPayload.Batch;
import io.abcast.ordering.camu.LogPayload.Term;
import io.abcast.ordering.camu.PartitionEntry.Receipt;
import io.abcast.ordering.camu.StreamItem.TxnItem;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests the strict gate, which delays answers under strict consistency, at the leader of partition A, one of four
 * partitions. The number of each transaction in the test equals the clock of its timestamp.
 */
class StrictGateTest {
    private static final PartitionMap MAP = PartitionMap.parse("A=1;B=2;C=3;D=4");
    private static final int A = 0;
    private static final int B = 1;
    private static final int C = 2;

    private final List<Frontier> sent = new ArrayList<>();
    private final PartitionState state =
            new PartitionState(
                    A,
                    MAP,
                    CamuConfig.DEFAULT.with(true, false),
                    new PartitionFigures(),
                    new PartitionState.Listener() {
                        @Override
                        public void deliver(GroupDelivery delivery) {}

                        @Override
                        public void began(Term term) {}

                        @Override
                        public void applied(Batch batch) {}
                    });
    private final StrictGate gate;
    private long entries;
    private final long[] items = new long[4];
    private long numbers;

    StrictGateTest() {
        GroupEffects effects =
                Fake.of(
                        GroupEffects.class,
                        (proxy, method, arguments) -> {
                            assertEquals("sendTo", method.getName());
                            sent.add((Frontier) arguments[2]);
                            return null;
                        });
        state.offer(new Term(1, 1, 1).encode());
        gate = new StrictGate(state, 4, new KnownLeaders(MAP), new ReplicaMail(A, 1, effects));
    }

    private static GroupTimestamp at(int clock) {
        return clock == 0 ? null : new GroupTimestamp(clock, 9, clock);
    }

    private void deliver(int source, int clock, int... groups) {
        CamuTxn txn = new CamuTxn(new TxnId(9, clock), source, groups, 0, new byte[0]);
        Receipt receipt =
                new Receipt(source, 5, 0, ++items[source], List.of(new TxnItem(txn, clock)));
        state.offer(new Batch(1, ++entries, 0, List.of(receipt)).encode());
    }

    private long report(int from, int delivered, int... frontier) {
        GroupTimestamp[] lowest = new GroupTimestamp[frontier.length];
        for (int i = 0; i < frontier.length; i++) lowest[i] = at(frontier[i]);
        gate.onFrontier(from, 1, new Frontier(1, ++numbers, at(delivered), lowest, false));
        gate.flush();
        return gate.open();
    }

    @Test
    void aMultiWaitsUntilItsOtherDestinationHasDeliveredIt() {
        deliver(B, 20, A, B);
        assertEquals(0, report(B, 10, 0, 0, 0));
        assertEquals(1, report(B, 20, 0, 0, 0));
    }

    @Test
    void aMultiWaitsForWhatItsOtherDestinationDeliveredBeforeIt() {
        deliver(B, 20, A, B);
        assertEquals(0, report(B, 20, 10, 10, 10));
        assertEquals(0, report(B, 20, 0, 0, 10));
        assertEquals(1, report(B, 20, 0, 0, 0));
    }

    @Test
    void anEqualClockIsNotAbove() {
        deliver(B, 20, A, B);
        assertEquals(0, report(B, 20, 20, 20, 20));
        assertEquals(1, report(B, 20, 21, 21, 21));
    }

    @Test
    void answersLeaveUpToTheFirstUnsettledMulti() {
        deliver(B, 20, A, B);
        deliver(C, 30, A, C);
        deliver(B, 40, A, B);
        assertEquals(1, report(B, 40, 0, 0, 0));
        assertEquals(3, report(C, 30, 0, 0, 0));
    }

    @Test
    void anOlderReportIsIgnored() {
        deliver(B, 20, A, B);
        assertEquals(1, report(B, 20, 0, 0, 0));
        deliver(B, 30, A, B);
        gate.onFrontier(B, 1, new Frontier(1, 0, at(30), new GroupTimestamp[3], false));
        gate.flush();
        assertEquals(1, gate.open());
    }

    @Test
    void theFrontierOfAPartitionLeavesOutTheMultisThatItKnows() {
        deliver(B, 20, A, B);
        deliver(C, 30, A, C);
        gate.flush();
        Frontier forB = sent.get(0);
        Frontier forC = sent.get(1);
        assertEquals(at(20), forB.delivered());
        assertEquals(List.of(at(30), at(30), at(30)), List.of(forB.frontier()));
        assertEquals(at(30), forC.delivered());
        assertEquals(List.of(at(20), at(20), at(20)), List.of(forC.frontier()));
    }

    @Test
    void nothingIsSentToPartitionsThatShareNoUnsettledMulti() {
        deliver(B, 20, A, B);
        gate.flush();
        gate.onResendTimer();
        assertEquals(2, sent.size());
        assertTrue(sent.get(1).asks());
    }
}
