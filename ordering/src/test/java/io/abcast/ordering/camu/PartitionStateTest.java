package io.abcast.ordering.camu;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.abcast.kernel.GroupDelivery;
import io.abcast.ordering.camu.LogPayload.Batch;
import io.abcast.ordering.camu.LogPayload.Term;
import io.abcast.ordering.camu.PartitionEntry.Acked;
import io.abcast.ordering.camu.PartitionEntry.Close;
import io.abcast.ordering.camu.PartitionEntry.Confirmed;
import io.abcast.ordering.camu.PartitionEntry.Impose;
import io.abcast.ordering.camu.PartitionEntry.Note;
import io.abcast.ordering.camu.PartitionEntry.Open;
import io.abcast.ordering.camu.PartitionEntry.Receipt;
import io.abcast.ordering.camu.PartitionEntry.Single;
import io.abcast.ordering.camu.PartitionEntry.StreamAck;
import io.abcast.ordering.camu.PartitionEntry.Tick;
import io.abcast.ordering.camu.PartitionEntry.VoteFor;
import io.abcast.ordering.camu.StreamItem.End;
import io.abcast.ordering.camu.StreamItem.Mark;
import io.abcast.ordering.camu.StreamItem.TxnItem;
import io.abcast.ordering.camu.StreamItem.VoteItem;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class PartitionStateTest {
    private static final PartitionMap MAP = PartitionMap.parse("A=1,2,3;B=1,2,3;C=4,5,6");
    private static final int A = 0;
    private static final int B = 1;
    private static final int C = 2;
    private static final long IDENTITY = 77;

    private static final class Log {
        final List<Integer> delivered = new ArrayList<>();
        final PartitionFigures figures = new PartitionFigures();
        final PartitionState state;
        private final long[] next = {1, 1, 1};
        private long term;
        private long n;

        Log(int group, CamuConfig config) {
            state =
                    new PartitionState(
                            group,
                            MAP,
                            config,
                            figures,
                            new PartitionState.Listener() {
                                @Override
                                public void deliver(GroupDelivery delivery) {
                                    delivered.add((int) delivery.payload()[0]);
                                }

                                @Override
                                public void began(Term begun) {}

                                @Override
                                public void applied(Batch batch) {}
                            });
        }

        Log(int group) {
            this(group, CamuConfig.DEFAULT);
            term();
        }

        void term() {
            state.offer(new Term(1, ++term, 5).encode());
            n = 0;
        }

        void log(PartitionEntry... entries) {
            logAt(0, entries);
        }

        void logAt(long physical, PartitionEntry... entries) {
            state.offer(new Batch(term, n + 1, physical, List.of(entries)).encode());
            n += entries.length;
        }

        void receive(int source, StreamItem... items) {
            log(new Receipt(source, IDENTITY, 0, next[source], List.of(items)));
            next[source] += items.length;
        }

        void answerAll() {
            for (long seq = state.seq() - unanswered() + 1; seq <= state.seq(); seq++)
                state.onResult(seq, new byte[] {1});
        }

        private int answered;

        private int unanswered() {
            int count = delivered.size() - answered;
            answered = delivered.size();
            return count;
        }
    }

    private static CamuTxn txn(int number, int origin, int... groups) {
        return new CamuTxn(new TxnId(9, number), origin, groups, 0, new byte[] {(byte) number});
    }

    @Test
    void marksThatNobodyAcknowledgesDoNotFillTheMemory() {
        Log log = new Log(A);
        log.log(new Open(B), new Acked(B, 1, 50));
        for (int i = 1; i <= 100_000; i++) log.logAt(i, new Tick());
        OutStream stream = log.state.out(B);
        assertEquals(true, stream.size() < 5_000, "items: " + stream.size());
        assertEquals(new Mark(1, 1_023, true), stream.get(stream.next() - 1));
        log.log(new Note(List.of(new StreamAck(B, stream.next() - 1)), 0, List.of()));
        log.log(new Tick());
        assertEquals(new Mark(1, 100_000, true), stream.get(stream.next() - 1));
    }

    @Test
    void manyLaterTermsDoNotDisplaceTheVerdictThatIsNeeded() {
        Log log = new Log(A, CamuConfig.DEFAULT.with(false, true));
        log.term();
        log.log(new Receipt(B, IDENTITY, 1, 1, List.of(new Mark(1, 10, false))));
        for (int term = 3; term < 5_000; term++) log.state.verdicts(B).base(term, 1);
        assertEquals(1, log.state.waiting());
        log.state.verdicts(B).base(2, 1);
        log.state.run();
        assertEquals(0, log.state.waiting());
        assertEquals(2, log.state.in(B).next());
    }

    @Test
    void aRestoredStateThatHasStoppedEarlierAsksAgain() {
        Log log = new Log(A, CamuConfig.DEFAULT.with(false, true));
        log.term();
        log.log(new Receipt(B, IDENTITY, 1, 1, List.of(new Mark(1, 10, false))));
        byte[] snapshot = log.state.encode();
        log.state.verdicts(B).base(2, 1);
        log.state.run();
        log.log(new Receipt(B, IDENTITY, 2, 2, List.of(new Mark(1, 20, false))));
        log.state.verdicts(B).confirm(2, 2);
        log.state.run();
        Log restored = new Log(A, CamuConfig.DEFAULT.with(false, true));
        restored.state.decode(snapshot);
        restored.state.takeVerdicts(log.state);
        restored.state.verdicts(B).base(2, 1);
        restored.state.run();
        assertEquals(0, restored.state.waiting());
    }

    @Test
    void namesThePartitionsForWhichTheOldestMultiWaits() {
        Log log = new Log(A);
        assertEquals(List.of(), PartitionWaits.of(log.state, MAP.size()).waitsFor());
        log.receive(B, new VoteItem(new TxnId(9, 1), 70));
        PartitionWaits unknown = PartitionWaits.of(log.state, MAP.size());
        assertEquals(List.of(A), unknown.waitsFor());
        assertEquals(70, unknown.oldest());
        log.logAt(100, new VoteFor(txn(1, A, A, B, C)));
        PartitionWaits voted = PartitionWaits.of(log.state, MAP.size());
        assertEquals(List.of(C), voted.waitsFor());
        assertEquals(101, voted.oldest());
        assertEquals(1, voted.streams().get(C).items());
        assertEquals("OFF", voted.streams().get(C).link());
        log.receive(B, new Mark(1, 90, true));
        log.receive(C, new VoteItem(new TxnId(9, 1), 200));
        PartitionWaits finished = PartitionWaits.of(log.state, MAP.size());
        assertEquals(List.of(B), finished.waitsFor());
        assertEquals(200, finished.oldest());
        assertEquals(90, finished.streams().get(B).watermark());
        log.receive(B, new Mark(1, 210, true));
        assertEquals(List.of(1), log.delivered);
        assertEquals(0, PartitionWaits.of(log.state, MAP.size()).oldest());
    }

    @Test
    void deliversASingleAtItsPlaceInTheLog() {
        Log log = new Log(A);
        log.logAt(100, new Single(txn(1, A, A)), new Single(txn(2, A, A)));
        assertEquals(List.of(1, 2), log.delivered);
        assertEquals(102, log.state.clock());
    }

    @Test
    void deliversAMultiOnceAllVotesAreApplied() {
        Log log = new Log(A);
        log.logAt(100, new VoteFor(txn(1, A, A, B, C)));
        log.receive(B, new VoteItem(new TxnId(9, 1), 300));
        assertEquals(List.of(), log.delivered);
        log.receive(C, new VoteItem(new TxnId(9, 1), 200));
        assertEquals(List.of(1), log.delivered);
        assertEquals(300, log.state.sessions().outcome(new TxnId(9, 1)).at().clock());
    }

    @Test
    void aPendingVoteHoldsUpHigherTimestampsButNoSingle() {
        Log log = new Log(A);
        log.logAt(100, new VoteFor(txn(1, A, A, B)), new VoteFor(txn(2, A, A, B)));
        log.receive(B, new VoteItem(new TxnId(9, 2), 150));
        log.log(new Single(txn(3, A, A)));
        assertEquals(List.of(3), log.delivered);
        log.receive(B, new VoteItem(new TxnId(9, 1), 160));
        assertEquals(List.of(3, 2, 1), log.delivered);
    }

    @Test
    void aVoteExceedsTheClockOfEveryItemBeforeIt() {
        Log log = new Log(A);
        log.receive(B, new VoteItem(new TxnId(9, 1), 1000));
        log.log(new VoteFor(txn(1, B, A, B)));
        assertEquals(1001, log.state.sessions().outcome(new TxnId(9, 1)).at().clock());
    }

    @Test
    void aFenceHoldsUpMultisAboveTheWatermark() {
        Log log = new Log(A);
        log.receive(B, new Mark(1, 50, false));
        log.logAt(100, new VoteFor(txn(1, A, A, C)));
        log.receive(C, new VoteItem(new TxnId(9, 1), 90));
        assertEquals(List.of(), log.delivered);
        log.receive(B, new TxnItem(txn(2, B, A, B), 80));
        assertEquals(List.of(2), log.delivered);
        log.receive(B, new Mark(1, 100, true));
        assertEquals(List.of(2), log.delivered);
        log.receive(B, new Mark(1, 101, true));
        assertEquals(List.of(2, 1), log.delivered);
    }

    @Test
    void theEndOfALinkRemovesTheFence() {
        Log log = new Log(A);
        log.receive(B, new Mark(1, 50, true));
        log.logAt(100, new VoteFor(txn(1, A, A, C)));
        log.receive(C, new VoteItem(new TxnId(9, 1), 90));
        log.receive(B, new End(1));
        assertEquals(List.of(1), log.delivered);
    }

    @Test
    void theFloorOfALinkIsTheReceiversClockAtTheFirstMark() {
        Log log = new Log(A);
        log.logAt(500, new Single(txn(1, A, A)));
        log.receive(B, new Mark(1, 50, false));
        assertEquals(501, log.state.in(B).floor());
        assertEquals(50, log.state.in(B).watermark());
    }

    @Test
    void aLinkImposesOnlyAboveTheFloor() {
        Log log = new Log(A);
        log.logAt(100, new Open(B), new Acked(B, 1, 900), new Impose(txn(1, A, A, B)));
        assertEquals(List.of(1), log.delivered);
        assertEquals(901, ((TxnItem) log.state.out(B).get(2)).clock());
        assertEquals(new Mark(1, 100, false), log.state.out(B).get(1));
    }

    @Test
    void anAcknowledgementOfAnEarlierOpeningHasNoEffect() {
        Log log = new Log(A);
        log.log(new Open(B), new Close(B), new Open(B), new Acked(B, 1, 900));
        assertEquals(OutStream.Link.SHADOW, log.state.out(B).link());
        assertEquals(0, log.state.clock());
    }

    @Test
    void aTickMarksTheOpenLinksOnly() {
        Log log = new Log(A);
        log.log(new Open(B));
        log.logAt(70, new Tick());
        assertEquals(new Mark(1, 70, false), log.state.out(B).get(2));
        assertEquals(0, log.state.out(C).size());
    }

    @Test
    void entriesOfADeposedLeaderAreVoid() {
        Log log = new Log(A);
        log.logAt(100, new Single(txn(1, A, A)));
        byte[] late = new Batch(1, 2, 999, List.of(new Single(txn(2, A, A)))).encode();
        log.term();
        log.state.offer(late);
        assertEquals(List.of(1), log.delivered);
        assertEquals(101, log.state.clock());
        assertEquals(1, log.figures.voidEntries);
    }

    @Test
    void entriesBehindARefusedPayloadAreVoid() {
        Log log = new Log(A);
        log.state.offer(new Batch(1, 2, 999, List.of(new Single(txn(2, A, A)))).encode());
        assertEquals(List.of(), log.delivered);
        assertEquals(0, log.state.clock());
    }

    @Test
    void acknowledgedItemsLeaveTheStream() {
        Log log = new Log(A);
        log.log(
                new VoteFor(txn(1, A, A, B)),
                new VoteFor(txn(2, A, A, B)),
                note(new StreamAck(B, 1)));
        assertEquals(2, log.state.out(B).first());
        assertEquals(3, log.state.out(B).next());
    }

    private static Note note(StreamAck... acks) {
        return new Note(List.of(acks), 0, List.of());
    }

    @Test
    void aGapInAStreamIsAnError() {
        Log log = new Log(A);
        assertThrows(
                IllegalStateException.class,
                () -> log.log(new Receipt(B, IDENTITY, 0, 2, List.of(new Mark(1, 5, false)))));
    }

    @Test
    void resultsComeInAnyOrder() {
        Log log = new Log(A);
        log.log(new Single(txn(1, A, A)), new Single(txn(2, A, A)), new Single(txn(3, A, A)));
        assertEquals(3, log.state.onResult(3, new byte[] {1}).txn().id().number());
        assertEquals(1, log.state.onResult(1, new byte[] {1}).txn().id().number());
        assertThrows(IllegalStateException.class, () -> log.state.onResult(1, new byte[] {1}));
        assertThrows(IllegalStateException.class, () -> log.state.onResult(4, new byte[] {1}));
        assertEquals(1, log.state.unanswered());
    }

    @Test
    void aSnapshotThatWaitedForResultsEqualsOneThatDidNot() {
        Log early = new Log(A);
        Log late = new Log(A);
        for (Log log : List.of(early, late))
            log.log(
                    new Single(txn(1, A, A)),
                    new VoteFor(txn(2, A, A, B)),
                    new Single(txn(3, A, A)));
        for (long seq = 1; seq <= 2; seq++) early.state.onResult(seq, new byte[(int) seq]);
        byte[] expected = early.state.encode();
        PendingSnapshot snapshot = late.state.beginSnapshot(7, new byte[0], false);
        late.log(new Single(txn(4, A, A)));
        late.receive(B, new VoteItem(new TxnId(9, 2), 10));
        assertEquals(false, snapshot.onResult(3, new byte[9]), "a later delivery");
        assertEquals(false, snapshot.onResult(2, new byte[2]));
        assertEquals(true, snapshot.onResult(1, new byte[1]));
        assertArrayEquals(expected, snapshot.state());
        new Log(A).state.decode(snapshot.state());
    }

    @Test
    void aSnapshotHasTheWholeState() {
        Log log = new Log(A, CamuConfig.DEFAULT.with(true, false));
        log.term();
        log.logAt(
                100,
                new Single(txn(1, A, A)),
                new VoteFor(txn(2, A, A, B)),
                new VoteFor(txn(3, A, A, B, C)));
        log.receive(
                B,
                new VoteItem(new TxnId(9, 2), 10),
                new VoteItem(new TxnId(8, 1), 10),
                new Mark(1, 50, false));
        log.receive(C, new Mark(3, 500, false), new TxnItem(txn(4, C, A, C), 501));
        log.log(new Open(C), note(new StreamAck(B, 1)));
        log.answerAll();
        byte[] state = log.state.encode();
        Log copy = new Log(A, CamuConfig.DEFAULT.with(true, false));
        copy.state.decode(state);
        assertArrayEquals(state, copy.state.encode());
        // From here on, the restored copy of the state must behave like the original.
        copy.term = log.term;
        copy.n = log.n;
        System.arraycopy(log.next, 0, copy.next, 0, 3);
        for (Log one : List.of(log, copy)) {
            one.delivered.clear();
            one.log(
                    new VoteFor(
                            new CamuTxn(new TxnId(8, 1), B, new int[] {A, B}, 0, new byte[] {9})));
            one.receive(B, new Mark(1, 1000, true), new VoteItem(new TxnId(9, 3), 1));
            one.receive(C, new VoteItem(new TxnId(9, 3), 1), new Mark(3, 2000, true));
        }
        assertEquals(log.delivered, copy.delivered);
        assertEquals(4, log.delivered.size());
        assertEquals(log.state.clock(), copy.state.clock());
    }

    @Test
    void inFastModeEverythingBehindAnUnconfirmedItemWaits() {
        Log log = new Log(A, CamuConfig.DEFAULT.with(false, true));
        log.term();
        log.log(
                new Receipt(B, IDENTITY, 4, 1, List.of(new Mark(1, 50, false))),
                new Single(txn(1, A, A)));
        log.log(new Single(txn(2, A, A)));
        assertEquals(List.of(), log.delivered);
        assertEquals(2, log.state.waiting());
        log.state.verdicts(B).confirm(4, 1);
        log.state.run();
        assertEquals(List.of(1, 2), log.delivered);
        assertEquals(0, log.state.waiting());
    }

    @Test
    void inFastModeALateVerdictReleasesNothingOfAStateThatIsReplaced() {
        Log log = new Log(A, CamuConfig.DEFAULT.with(false, true));
        log.term();
        log.log(
                new Receipt(B, IDENTITY, 4, 1, List.of(new Mark(1, 50, false))),
                new Single(txn(1, A, A)));
        log.state.stop();
        log.state.verdicts(B).confirm(4, 1);
        log.state.run();
        assertEquals(List.of(), log.delivered);
        log.state.resume();
        log.state.run();
        assertEquals(List.of(1), log.delivered);
    }

    @Test
    void inFastModeALostItemRaisesTheClockAndHasNoOtherEffect() {
        Log log = new Log(A, CamuConfig.DEFAULT.with(false, true));
        log.term();
        log.log(new Receipt(B, IDENTITY, 4, 1, List.of(new Mark(1, 50, false))));
        log.state.verdicts(B).base(5, 0);
        log.state.run();
        assertEquals(50, log.state.clock());
        assertEquals(1, log.figures.voidItems);
        assertEquals(false, log.state.in(B).isFenced());
    }

    @Test
    void inFastModeAReplicaThatReplaysFindsTheVerdictInItsLog() {
        Log log = new Log(A, CamuConfig.DEFAULT.with(false, true));
        log.term();
        log.log(
                new Receipt(B, IDENTITY, 4, 1, List.of(new Mark(1, 50, false))),
                new Single(txn(1, A, A)));
        log.log(new Note(List.of(), 0, List.of(new Confirmed(B, 4, 0, 1))));
        assertEquals(List.of(1), log.delivered);
    }

    @Test
    void inFastModeASnapshotHasTheWaitingPayloads() {
        CamuConfig fast = CamuConfig.DEFAULT.with(false, true);
        Log log = new Log(A, fast);
        log.term();
        log.log(
                new Single(txn(1, A, A)),
                new Receipt(
                        B, IDENTITY, 4, 1, List.of(new Mark(1, 50, false), new Mark(1, 60, false))),
                new Single(txn(2, A, A)));
        log.state.verdicts(B).confirm(4, 1);
        log.state.run();
        log.answerAll();
        Log copy = new Log(A, fast);
        copy.state.decode(log.state.encode());
        copy.state.verdicts(B).confirm(4, 2);
        copy.state.run();
        assertEquals(List.of(2), copy.delivered);
        assertEquals(60, copy.state.in(B).watermark());
    }
}
