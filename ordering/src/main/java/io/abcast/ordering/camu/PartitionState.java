package io.abcast.ordering.camu;

import io.abcast.kernel.GroupDelivery;
import io.abcast.kernel.GroupTimestamp;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.camu.LogPayload.Batch;
import io.abcast.ordering.camu.LogPayload.Term;
import io.abcast.ordering.camu.PartitionEntry.Acked;
import io.abcast.ordering.camu.PartitionEntry.Close;
import io.abcast.ordering.camu.PartitionEntry.DigestNote;
import io.abcast.ordering.camu.PartitionEntry.Impose;
import io.abcast.ordering.camu.PartitionEntry.Note;
import io.abcast.ordering.camu.PartitionEntry.Open;
import io.abcast.ordering.camu.PartitionEntry.Receipt;
import io.abcast.ordering.camu.PartitionEntry.Single;
import io.abcast.ordering.camu.PartitionEntry.VoteFor;
import io.abcast.ordering.camu.StreamItem.End;
import io.abcast.ordering.camu.StreamItem.Mark;
import io.abcast.ordering.camu.StreamItem.TxnItem;
import io.abcast.ordering.camu.StreamItem.VoteItem;
import java.util.ArrayDeque;

/**
 * The state of a partition, which depends only on the partition's log. No method of {@code PartitionState} reads a
 * clock.
 *
 * <p>In fast mode, a partition sends stream items to other partitions before its own log has committed them. The
 * application of the log stops at the first received item without a verdict (whether the sender's log has committed the
 * item). Therefore the state of a partition does not depend on the time at which a verdict arrives.
 */
final class PartitionState {
    private static final int VERSION = 1;

    interface Listener {
        void deliver(GroupDelivery delivery);

        void began(Term term);

        void applied(Batch batch);

        default void agreed(DigestNote note) {}
    }

    record Unanswered(long seq, CamuTxn txn, SessionLane.Outcome outcome) {}

    private record Waiting(LogPayload payload, byte[] bytes) {}

    private final int group;
    private final PartitionMap map;
    private final CamuConfig config;
    private final Listener listener;
    private final SessionTable sessions;
    private final Emission emission;
    private final Multis multis;
    private final Unsettled unsettled;
    private final InStream[] in;

    /**
     * By partition: facts about the committed items of the other partition's log, for fast mode. Facts about other logs
     * are not part of the state that snapshots contain, because a fact about another log stays true for ever.
     */
    private final Verdicts[] verdicts;

    /** The queue of unapplied payloads is empty without fast mode. */
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();

    private boolean isStopped;

    private int entriesDone;

    private boolean entryBegun;

    /**
     * If the next entry of the first batch in {@link #waiting} is a {@code Receipt}: number of its stream items that
     * are applied.
     */
    private int itemsDone;

    private final UnansweredDeliveries unanswered = new UnansweredDeliveries();

    /** Random number of this partition's founding; 0 before the first term. */
    private long identity;

    private long term;
    private int leader;
    private long start;

    private long n;

    private long seq;

    private final PartitionFigures figures;

    PartitionState(
            int group,
            PartitionMap map,
            CamuConfig config,
            PartitionFigures figures,
            Listener listener) {
        this.group = group;
        this.map = map;
        this.config = config;
        this.figures = figures;
        this.listener = listener;
        emission = new Emission(group, map);
        sessions = new SessionTable(config.sessionTtl(), emission::hasItemsOf);
        multis = new Multis(map.size());
        unsettled = new Unsettled(map.size());
        in = new InStream[map.size()];
        verdicts = new Verdicts[map.size()];
        for (int other = 0; other < map.size(); other++) {
            in[other] = new InStream();
            verdicts[other] = new Verdicts();
        }
    }

    void offer(byte[] bytes) {
        offer(bytes, LogPayload.decode(bytes, map));
    }

    void offer(byte[] bytes, LogPayload payload) {
        assert !isStopped : "a payload during the installation of a snapshot";
        waiting.add(new Waiting(payload, bytes));
        if (config.fast() && payload instanceof Batch batch) lookAhead(batch);
        run();
    }

    /** A replica that replays its log finds the verdict about a stream item later in the log than the item. */
    private void lookAhead(Batch batch) {
        for (PartitionEntry entry : batch.entries())
            if (entry instanceof Note note)
                for (PartitionEntry.Confirmed fact : note.verdicts()) {
                    verdicts[fact.group()].base(fact.term(), fact.base());
                    verdicts[fact.group()].confirm(fact.term(), fact.confirmed());
                }
    }

    /** Stops at the first stream item of which it is unknown whether the item is committed. */
    void run() {
        while (!waiting.isEmpty() && !isStopped) {
            LogPayload payload = waiting.peek().payload;
            if (payload instanceof Batch batch && !finish(batch)) return;
            waiting.poll();
            if (payload instanceof Term begun) begin(begun);
            else listener.applied((Batch) payload);
        }
    }

    void stop() {
        isStopped = true;
    }

    void resume() {
        isStopped = false;
    }

    void takeVerdicts(PartitionState other) {
        System.arraycopy(other.verdicts, 0, verdicts, 0, verdicts.length);
        for (Verdicts known : verdicts) known.needAll();
    }

    private void begin(Term begun) {
        if (identity == 0) identity = begun.identity();
        term++;
        leader = begun.server();
        start = begun.start();
        n = 0;
        if (config.fast())
            for (int other = 0; other < map.size(); other++) emission.out(other).begin(term);
        listener.began(begun);
    }

    /** Returns false if it is unknown whether a stream item is committed; a batch of a deposed leader has no effect. */
    private boolean finish(Batch batch) {
        if (batch.term() != term || batch.first() + entriesDone != n + 1) {
            figures.voidEntries += batch.entries().size();
            return true;
        }
        if (entriesDone == 0 && !entryBegun) {
            emission.batch(batch.physical());
            sessions.advance(emission.clock());
        }
        for (; entriesDone < batch.entries().size(); entriesDone++) {
            PartitionEntry entry = batch.entries().get(entriesDone);
            long stamp = entryBegun ? 0 : emission.apply(entry);
            entryBegun = true;
            if (!apply(entry, stamp)) return false;
            entryBegun = false;
            n++;
            deliverReady();
        }
        entriesDone = 0;
        return true;
    }

    private boolean apply(PartitionEntry entry, long stamp) {
        if (entry instanceof Receipt e) return receive(e);
        if (entry instanceof Note e) e.unended().forEach(sessions::reopen);
        if (entry instanceof Single e) single(e.txn(), stamp);
        else if (entry instanceof VoteFor e) vote(e.txn(), stamp);
        else if (entry instanceof Impose e) impose(e.txn(), stamp);
        else if (entry instanceof Note e) unsettled.settled(e.settled());
        else if (entry instanceof DigestNote e) listener.agreed(e);
        else if (entry instanceof Open) figures.opened++;
        else if (entry instanceof Acked) figures.on++;
        else if (entry instanceof Close) figures.closed++;
        return true;
    }

    /** A single-partition transaction is in one partition's order only, so it cannot close a cycle of orders. */
    private void single(CamuTxn txn, long stamp) {
        figures.singles++;
        deliver(txn, sessions.see(txn, true), txn.at(stamp));
    }

    private void vote(CamuTxn txn, long stamp) {
        figures.voted++;
        sessions.see(txn, true);
        multis.vote(txn, txn.at(stamp));
    }

    private void impose(CamuTxn txn, long stamp) {
        figures.imposed++;
        boolean destination = txn.isFor(group);
        sessions.see(txn, destination);
        if (destination) multis.impose(txn, txn.at(stamp));
    }

    /**
     * Returns false at the first stream item of which it is unknown whether the sending partition has committed the
     * item.
     */
    private boolean receive(Receipt receipt) {
        InStream stream = in[receipt.source()];
        if (receipt.term() == stream.term() && receipt.first() != stream.next() && itemsDone == 0)
            throw new IllegalStateException(
                    "stream of partition "
                            + map.name(receipt.source())
                            + ": expected item "
                            + stream.next()
                            + ", got "
                            + receipt.first());
        for (; itemsDone < receipt.items().size(); itemsDone++) {
            Verdicts.Verdict verdict = verdict(receipt, receipt.first() + itemsDone);
            if (verdict == Verdicts.Verdict.UNKNOWN) return false;
            if (verdict == Verdicts.Verdict.COUNTS)
                receive(receipt.source(), stream, receipt.items().get(itemsDone));
            else figures.voidItems++;
        }
        itemsDone = 0;
        // The terms in the {@code Receipt} entries of one stream never decrease.
        verdicts[receipt.source()].forgetBefore(receipt.term());
        stream.received(
                receipt.identity(), receipt.term(), receipt.first() + receipt.items().size());
        return true;
    }

    private Verdicts.Verdict verdict(Receipt receipt, long item) {
        return config.fast()
                ? verdicts[receipt.source()].of(receipt.term(), item)
                : Verdicts.Verdict.COUNTS;
    }

    private void receive(int source, InStream stream, StreamItem item) {
        if (item instanceof VoteItem vote) {
            multis.voteOf(source, vote.id(), vote.clock());
        } else if (item instanceof TxnItem imposed) {
            CamuTxn txn = imposed.txn();
            stream.imposed(imposed.clock());
            sessions.see(txn, true);
            multis.impose(txn, txn.at(imposed.clock()));
        } else if (item instanceof Mark mark) {
            if (!stream.isFenced()) figures.fenced++;
            stream.mark(mark, emission.clock());
        } else if (item instanceof End end) {
            stream.end(end);
            figures.freed++;
        }
    }

    private void deliverReady() {
        for (Multi multi; (multi = multis.next()) != null && isBelowWatermarks(multi.at()); ) {
            multis.delivered(multi);
            CamuTxn txn = multi.txn();
            deliver(txn, sessions.outcome(txn.id()), multi.at());
        }
    }

    private boolean isBelowWatermarks(GroupTimestamp at) {
        for (InStream stream : in)
            if (stream.isFenced() && at.clock() > stream.watermark()) return false;
        return true;
    }

    private void deliver(CamuTxn txn, SessionLane.Outcome outcome, GroupTimestamp at) {
        seq++;
        outcome.delivered(seq, at);
        if (config.strict() && !txn.isSingle()) unsettled.delivered(seq, at, txn.groups());
        sessions.finished(txn.id());
        unanswered.add(new Unanswered(seq, txn, outcome));
        listener.deliver(new GroupDelivery(seq, at, txn.groups(), txn.payload()));
    }

    Unanswered onResult(long delivery, byte[] result) {
        Unanswered answered = unanswered.remove(delivery);
        if (answered == null)
            throw new IllegalStateException(
                    "result of delivery "
                            + delivery
                            + ": expected one of the "
                            + unanswered.size()
                            + " deliveries without a result, of "
                            + seq);
        answered.outcome.answered(result);
        return answered;
    }

    // ------------------------------------------------------------------ questions

    int unanswered() {
        return unanswered.size();
    }

    /**
     * Returns the {@code Receipt} entry with the stream item at which this state has stopped, because it is unknown
     * whether the item is committed; otherwise {@code null}.
     */
    Receipt stoppedAt() {
        if (waiting.isEmpty() || isStopped) return null;
        return (Receipt) ((Batch) waiting.peek().payload).entries().get(entriesDone);
    }

    int waiting() {
        return waiting.size();
    }

    int group() {
        return group;
    }

    long identity() {
        return identity;
    }

    long term() {
        return term;
    }

    long lastEntry() {
        return n;
    }

    boolean isLedBy(int server, long attempt) {
        return leader == server && start == attempt;
    }

    /** Returns 0 before the first term. */
    int leader() {
        return leader;
    }

    long clock() {
        return emission.clock();
    }

    long seq() {
        return seq;
    }

    SessionTable sessions() {
        return sessions;
    }

    Multis multis() {
        return multis;
    }

    Unsettled unsettled() {
        return unsettled;
    }

    Emission emission() {
        return emission;
    }

    OutStream out(int other) {
        return emission.out(other);
    }

    PartitionFigures figures() {
        return figures;
    }

    InStream in(int other) {
        return in[other];
    }

    Verdicts verdicts(int other) {
        return verdicts[other];
    }

    // ------------------------------------------------------------------ snapshots

    /**
     * The caller must ensure that the state machine has returned the results of all deliveries. Two replicas of a
     * partition at the same place of the log return equal bytes, except for waiting payloads.
     */
    byte[] encode() {
        assert unanswered.size() == 0 : unanswered.size() + " results are missing";
        return encode(new PendingSnapshot.Gaps());
    }

    PendingSnapshot beginSnapshot(long zxid, byte[] note, boolean digested) {
        PendingSnapshot.Gaps gaps = new PendingSnapshot.Gaps();
        byte[] encoded = encode(gaps);
        return new PendingSnapshot(zxid, note, digested, encoded, gaps, unanswered.seqs());
    }

    private byte[] encode(PendingSnapshot.Gaps gaps) {
        WireWriter to = new WireWriter(1024);
        to.u8(VERSION).varint(group).i64(identity).varint(term).varint(leader).i64(start).varint(n);
        to.varint(seq);
        emission.write(to);
        sessions.write(to, gaps);
        multis.write(to);
        unsettled.write(to);
        for (InStream stream : in) stream.write(to);
        to.varint(entriesDone).u8(entryBegun ? 1 : 0).varint(itemsDone);
        to.list(waiting, (one, out) -> out.bytes(one.bytes));
        return to.toByteArray();
    }

    void decode(byte[] bytes) {
        WireReader from = new WireReader(bytes);
        int version = from.u8();
        if (version != VERSION)
            throw new MalformedFrameException(
                    "partition state: expected version " + VERSION + ", got " + version);
        long of = from.varint();
        if (of != group)
            throw new MalformedFrameException(
                    "partition state: expected partition " + group + ", got " + of);
        identity = from.i64();
        term = from.varint();
        leader = (int) from.varint();
        start = from.i64();
        n = from.varint();
        seq = from.varint();
        emission.read(from);
        sessions.read(from);
        multis.read(from, map);
        unsettled.read(from);
        for (InStream stream : in) stream.read(from);
        entriesDone = from.count(Integer.MAX_VALUE);
        entryBegun = from.u8() != 0;
        itemsDone = from.count(Integer.MAX_VALUE);
        for (byte[] payload : from.list(Integer.MAX_VALUE, WireReader::bytes))
            waiting.add(new Waiting(LogPayload.decode(payload, map), payload));
        from.end();
    }
}
