package io.abcast.ordering.camu;

import io.abcast.kernel.GroupTimestamp;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.Reconfiguration;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * A CaMu message from one replica to another replica of the same or of another partition. The log of a partition
 * contains no {@code CamuMessage}. All CaMu messages are idempotent, and a sender repeats each message until its
 * purpose is met.
 */
public sealed interface CamuMessage extends Message {
    /** Maximum number of elements (transactions, items or facts) in a message between replicas. */
    int ELEMENTS_MAX = 1 << 16;

    /**
     * A request for a transaction to the leader of its origin, or a question for its result to the leader of a
     * destination.
     *
     * @param term the term of the leader to which this request is addressed; 0 if the sender knows no leader
     * @param again whether the submitter has sent the request before; the origin then imposes no timestamp, because a
     *     destination may know an earlier copy
     */
    record Ask(CamuTxn txn, long term, boolean again) {
        void write(WireWriter out) {
            txn.write(out.u8(again ? 1 : 0).varint(term));
        }

        static Ask read(WireReader in, PartitionMap map) {
            boolean again = in.u8() != 0;
            long term = in.varint();
            return new Ask(CamuTxn.read(in, map), term, again);
        }
    }

    /** Carries transaction requests from one submitter to the leader of a partition. */
    record Requests(List<Ask> asks) implements CamuMessage {
        public Requests {
            asks = List.copyOf(asks);
        }

        @Override
        public int wireBytes() {
            int bytes = 8;
            for (Ask ask : asks) bytes += 11 + ask.txn.bytes();
            return bytes;
        }
    }

    /** Asks the receiving partition to vote for the timestamps of transactions. */
    record Start(List<CamuTxn> txns) implements CamuMessage {
        public Start {
            txns = List.copyOf(txns);
        }

        @Override
        public int wireBytes() {
            int bytes = 8;
            for (CamuTxn txn : txns) bytes += txn.bytes();
            return bytes;
        }
    }

    /**
     * Asks the receiving partition for transactions of which the sender has only received votes. The receiving
     * partition has voted for the requested transactions, so it knows their contents.
     */
    record Need(List<TxnId> ids) implements CamuMessage {
        public Need {
            ids = List.copyOf(ids);
        }

        @Override
        public int wireBytes() {
            return 8 + TxnId.BYTES_MAX * ids.size();
        }
    }

    /**
     * Consecutive stream items from the partition of the sender to the partition of the receiver.
     *
     * @param identity random number that identifies the sending partition's founding
     * @param term term of the sending leader in fast mode, see {@link Verdicts}; otherwise 0
     * @param base number of stream items that the sender's log had made when {@code term} began; 0 without fast mode
     * @param first number of the first stream item in this message
     */
    record Items(long identity, long term, long base, long first, List<StreamItem> items)
            implements CamuMessage {
        public Items {
            items = List.copyOf(items);
        }

        boolean hasMarksOnly() {
            for (StreamItem item : items) if (!(item instanceof StreamItem.Mark)) return false;
            return true;
        }

        @Override
        public int wireBytes() {
            int bytes = 46;
            for (StreamItem item : items) bytes += item.bytes();
            return bytes;
        }
    }

    /**
     * Acknowledges stream items that the receiver's partition has sent to the sender's partition.
     *
     * @param term term of the receiver's partition in the last {@code Receipt} entry that the sender has applied; 0
     *     without fast mode
     * @param through number of the last stream item whose {@code Receipt} entry the sender's partition has applied
     * @param clock the logical clock of the acknowledging partition
     * @param wanted lowest clock of the multi-partition transactions that wait for a {@code Mark} item of the
     *     receiver's partition; 0 if no transaction waits
     * @param gap true: the sender lacks the next stream item but has received later items
     * @param report measurements by which the receiver's partition decides whether its link stays open
     */
    record StreamAcked(
            long term, long through, long clock, long wanted, boolean gap, LinkReport report)
            implements CamuMessage {
        @Override
        public int wireBytes() {
            return 43 + LinkReport.BYTES_MAX;
        }

        private void writeTo(WireWriter out) {
            out.u8(gap ? 1 : 0).varint(term).varint(through).varint(clock).varint(wanted);
            report.write(out);
        }

        private static StreamAcked readFrom(WireReader in) {
            boolean gap = in.u8() != 0;
            return new StreamAcked(
                    in.varint(), in.varint(), in.varint(), in.varint(), gap, LinkReport.read(in));
        }
    }

    /**
     * A fact, used in fast mode: which items of the stream to the receiving partition the sending partition's log has
     * committed; see {@link Verdicts}.
     *
     * @param term term of the sender's partition to which the fact refers
     * @param base base of {@code term}: number of stream items that the stream had when {@code term} began
     * @param confirmed number of stream items that the log has committed in {@code term} or before
     */
    record Fact(long term, long base, long confirmed) {}

    /** Reports which items of the stream from the sender's partition to the receiver's partition are committed. */
    record Confirm(List<Fact> facts) implements CamuMessage {
        public Confirm {
            facts = List.copyOf(facts);
        }

        @Override
        public int wireBytes() {
            return 8 + 30 * facts.size();
        }
    }

    /** Asks which items of the stream to the sender's partition are committed, for {@code term} and all later terms. */
    record ConfirmAsk(long term) implements CamuMessage {
        @Override
        public int wireBytes() {
            return 12;
        }
    }

    /**
     * Acknowledges the opening of a link: the sender's partition now delivers no multi-partition transaction above the
     * last {@code Mark} item that arrived over the link, see {@link PartitionEntry.Acked}.
     */
    record LinkAcked(long epoch, long floor) implements CamuMessage {
        @Override
        public int wireBytes() {
            return 22;
        }
    }

    /** The result that a transaction had in the sending partition. */
    record Outcome(TxnId id, GroupTimestamp at, byte[] result) {
        void write(WireWriter out) {
            id.write(out);
            out.varint(at.clock()).bytes(result);
        }

        static Outcome read(WireReader in) {
            TxnId id = TxnId.read(in);
            return new Outcome(
                    id, new GroupTimestamp(in.varint(), id.session(), id.number()), in.bytes());
        }
    }

    /** Carries results of transactions to their submitter. */
    record Results(List<Outcome> outcomes) implements CamuMessage {
        public Results {
            outcomes = List.copyOf(outcomes);
        }

        @Override
        public int wireBytes() {
            int bytes = 8;
            for (Outcome outcome : outcomes) bytes += TxnId.BYTES_MAX + 16 + outcome.result.length;
            return bytes;
        }
    }

    /**
     * Reports to another partition, for strict consistency, the progress of the deliveries of the sender's partition;
     * see {@link StrictGate}.
     *
     * @param number count of the {@code Frontier} messages of the sending leader in its term; the message with the
     *     lower number is older
     * @param delivered the last transaction that the sender's partition delivered and whose destinations include the
     *     receiver's partition and others; {@code null} before the first such transaction
     * @param frontier by depth (see {@link StrictGate}): the lowest multi-partition transaction, delivered by the
     *     sender's partition and not addressed to the receiver's, that lacks the depth; {@code null} without such a
     *     transaction
     * @param asks whether the sender asks the receiver for a {@code Frontier} message in return
     */
    record Frontier(
            long term,
            long number,
            GroupTimestamp delivered,
            GroupTimestamp[] frontier,
            boolean asks)
            implements CamuMessage {
        @Override
        public int wireBytes() {
            return 64 + 32 * frontier.length;
        }

        boolean isSame(Frontier other) {
            return Objects.equals(delivered, other.delivered)
                    && Arrays.equals(frontier, other.frontier);
        }

        private void writeTo(WireWriter out) {
            out.varint(term).varint(number).u8(asks ? 1 : 0);
            place(delivered, out);
            out.varint(frontier.length);
            // Neighbouring elements of a frontier often have equal values. The encoder writes each
            // run of equal frontier values as the length of the run and one value.
            for (int i = 0; i < frontier.length; ) {
                int end = i + 1;
                while (end < frontier.length && Objects.equals(frontier[i], frontier[end])) end++;
                place(frontier[i], out.varint(end - i));
                i = end;
            }
        }

        private static Frontier readFrom(WireReader in, int depths) {
            long term = in.varint();
            long number = in.varint();
            boolean asks = in.u8() != 0;
            GroupTimestamp delivered = place(in);
            GroupTimestamp[] frontier = new GroupTimestamp[in.count(depths)];
            for (int i = 0; i < frontier.length; ) {
                int run = in.count(frontier.length - i);
                if (run == 0)
                    throw new MalformedFrameException("frontier: expected a run of at least 1");
                GroupTimestamp value = place(in);
                for (int end = i + run; i < end; i++) frontier[i] = value;
            }
            return new Frontier(term, number, delivered, frontier, asks);
        }

        private static void place(GroupTimestamp at, WireWriter out) {
            out.u8(at == null ? 0 : 1);
            if (at != null) Unsettled.write(at, out);
        }

        private static GroupTimestamp place(WireReader in) {
            return in.u8() == 0 ? null : Unsettled.timestamp(in);
        }
    }

    /**
     * Asks the leader of the sender's partition whether the transactions of all deliveries up to {@code seq} may be
     * answered.
     */
    record SettleAsk(long seq) implements CamuMessage {
        @Override
        public int wireBytes() {
            return 12;
        }
    }

    /**
     * Reports that replicas may answer the transactions of all deliveries of the sender's partition up to {@code seq},
     * and reads of the state after them.
     */
    record Settled(long seq) implements CamuMessage {
        @Override
        public int wireBytes() {
            return 12;
        }
    }

    /**
     * Reports to the leader of the sender's partition a digest of the application's state after delivery {@code seq}.
     */
    record DigestReport(long seq, byte[] digest) implements CamuMessage {
        @Override
        public int wireBytes() {
            return 16 + digest.length;
        }
    }

    /**
     * Names the leader of the sender's partition to a replica of any partition. A {@code LeaderHint} may be out of
     * date.
     *
     * @param members the membership of the sender's partition, as the sender knows it
     */
    record LeaderHint(long term, int server, Membership members) implements CamuMessage {
        @Override
        public int wireBytes() {
            return 18 + 3 * members.size();
        }

        private void writeTo(WireWriter out) {
            Reconfiguration.write(members, out.varint(term).varint(server));
        }
    }

    /** Appends the type and the content of a CaMu message to a frame. */
    static void write(CamuMessage message, WireWriter out) {
        if (message instanceof Requests m) out.u8(1).list(m.asks, Ask::write);
        else if (message instanceof Start m) out.u8(3).list(m.txns, CamuTxn::write);
        else if (message instanceof Need m) out.u8(4).list(m.ids, TxnId::write);
        else if (message instanceof Items m)
            out.u8(5)
                    .i64(m.identity)
                    .varint(m.term)
                    .varint(m.base)
                    .varint(m.first)
                    .list(m.items, StreamItem::write);
        else if (message instanceof StreamAcked m) m.writeTo(out.u8(6));
        else if (message instanceof LinkAcked m) out.u8(7).varint(m.epoch).varint(m.floor);
        else if (message instanceof Results m) out.u8(8).list(m.outcomes, Outcome::write);
        else if (message instanceof LeaderHint m) m.writeTo(out.u8(9));
        else if (message instanceof Frontier m) m.writeTo(out.u8(10));
        else if (message instanceof SettleAsk m) out.u8(11).varint(m.seq);
        else if (message instanceof Settled m) out.u8(12).varint(m.seq);
        else if (message instanceof Confirm m)
            out.u8(13)
                    .list(
                            m.facts,
                            (fact, to) ->
                                    to.varint(fact.term).varint(fact.base).varint(fact.confirmed));
        else if (message instanceof ConfirmAsk m) out.u8(14).varint(m.term);
        else if (message instanceof DigestReport m) out.u8(15).varint(m.seq).bytes(m.digest);
    }

    /** Reads a message that {@link #write} has written. */
    static CamuMessage read(WireReader in, PartitionMap map) {
        int type = in.u8();
        return switch (type) {
            case 1 -> new Requests(in.list(ELEMENTS_MAX, from -> Ask.read(from, map)));
            case 3 -> new Start(in.list(ELEMENTS_MAX, from -> CamuTxn.read(from, map)));
            case 4 -> new Need(in.list(ELEMENTS_MAX, TxnId::read));
            case 5 ->
                    new Items(
                            in.i64(),
                            in.varint(),
                            in.varint(),
                            in.varint(),
                            in.list(ELEMENTS_MAX, from -> StreamItem.read(from, map)));
            case 6 -> StreamAcked.readFrom(in);
            case 7 -> new LinkAcked(in.varint(), in.varint());
            case 8 -> new Results(in.list(ELEMENTS_MAX, Outcome::read));
            case 9 ->
                    new LeaderHint(
                            in.varint(), in.count(Membership.ID_MAX), Reconfiguration.read(in));
            case 10 -> Frontier.readFrom(in, map.size());
            case 11 -> new SettleAsk(in.varint());
            case 12 -> new Settled(in.varint());
            case 13 ->
                    new Confirm(
                            in.list(
                                    ELEMENTS_MAX,
                                    from -> new Fact(from.varint(), from.varint(), from.varint())));
            case 14 -> new ConfirmAsk(in.varint());
            case 15 -> new DigestReport(in.varint(), in.bytes());
            default -> throw new MalformedFrameException("type: expected 1..15, got " + type);
        };
    }
}
