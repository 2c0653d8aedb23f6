package io.abcast.ordering.camu;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.List;

/**
 * An entry of a partition's log: a decision of the partition's leader, which takes effect at each replica when the
 * replica applies the entry.
 */
sealed interface PartitionEntry {
    int ACKS_MAX = PartitionMap.SIZE_MAX;

    int ITEMS_MAX = 1 << 16;

    /** Returns an upper bound of the encoded size of this entry in bytes. */
    int bytes();

    record Single(CamuTxn txn) implements PartitionEntry {
        @Override
        public int bytes() {
            return 1 + txn.bytes();
        }
    }

    /**
     * Gives this partition's vote (the lowest timestamp that it accepts) for a transaction with several destinations.
     */
    record VoteFor(CamuTxn txn) implements PartitionEntry {
        @Override
        public int bytes() {
            return 1 + txn.bytes();
        }
    }

    record Impose(CamuTxn txn) implements PartitionEntry {
        @Override
        public int bytes() {
            return 1 + txn.bytes();
        }
    }

    /**
     * @param term term in which the sending partition sent the items; 0 without fast mode
     * @param first number of the first item of this entry in the stream
     */
    record Receipt(int source, long identity, long term, long first, List<StreamItem> items)
            implements PartitionEntry {
        static final int HEADER_BYTES = 44;

        public Receipt {
            items = List.copyOf(items);
        }

        @Override
        public int bytes() {
            int bytes = HEADER_BYTES;
            for (StreamItem item : items) bytes += item.bytes();
            return bytes;
        }
    }

    record Tick() implements PartitionEntry {
        @Override
        public int bytes() {
            return 1;
        }
    }

    /** Begins to open the link; an {@link Acked} entry completes the opening. */
    record Open(int group) implements PartitionEntry {
        @Override
        public int bytes() {
            return 11;
        }
    }

    /**
     * Completes the opening of a link: its receiver delivers multi-partition transactions only up to the link's
     * watermark, and has delivered no multi-partition transaction above {@code floor}.
     */
    record Acked(int group, long epoch, long floor) implements PartitionEntry {
        @Override
        public int bytes() {
            return 31;
        }
    }

    record Close(int group) implements PartitionEntry {
        @Override
        public int bytes() {
            return 11;
        }
    }

    /**
     * States that another partition has applied the {@code Receipt} entries of the stream items up to and including
     * {@code through}.
     */
    record StreamAck(int group, long through) {}

    /**
     * @param base base of {@code term}: number of stream items for this partition that the other partition's log had
     *     made when {@code term} began
     * @param confirmed number of stream items that the other log committed in {@code term} or before
     */
    record Confirmed(int group, long term, long base, long confirmed) {}

    /**
     * @param settled place in this partition's order up to which the leader may answer all transactions; 0 without
     *     strict consistency
     * @param verdicts the facts about other partitions' logs that this partition has used to accept or drop items;
     *     empty without fast mode
     * @param unended closed sessions whose submitters have repeated a request, so that the sessions have not ended
     */
    record Note(List<StreamAck> acks, long settled, List<Confirmed> verdicts, List<Long> unended)
            implements PartitionEntry {
        static final int HEADER_BYTES = 41;

        static final int ACK_BYTES = 20;
        static final int VERDICT_BYTES = 40;
        static final int SESSION_BYTES = 8;

        public Note {
            acks = List.copyOf(acks);
            verdicts = List.copyOf(verdicts);
            unended = List.copyOf(unended);
        }

        Note(List<StreamAck> acks, long settled, List<Confirmed> verdicts) {
            this(acks, settled, verdicts, List.of());
        }

        @Override
        public int bytes() {
            return HEADER_BYTES
                    + ACK_BYTES * acks.size()
                    + VERDICT_BYTES * verdicts.size()
                    + SESSION_BYTES * unended.size();
        }
    }

    record DigestNote(long seq, byte[] digest) implements PartitionEntry {
        @Override
        public int bytes() {
            return 16 + digest.length;
        }
    }

    default void write(WireWriter out) {
        if (this instanceof Single entry) entry.txn.write(out.u8(1));
        else if (this instanceof VoteFor entry) entry.txn.write(out.u8(2));
        else if (this instanceof Impose entry) entry.txn.write(out.u8(3));
        else if (this instanceof Receipt entry)
            out.u8(4)
                    .varint(entry.source)
                    .i64(entry.identity)
                    .varint(entry.term)
                    .varint(entry.first)
                    .list(entry.items, StreamItem::write);
        else if (this instanceof Tick) out.u8(5);
        else if (this instanceof Open entry) out.u8(6).varint(entry.group);
        else if (this instanceof Acked entry)
            out.u8(7).varint(entry.group).varint(entry.epoch).varint(entry.floor);
        else if (this instanceof Close entry) out.u8(8).varint(entry.group);
        else if (this instanceof DigestNote entry) out.u8(10).varint(entry.seq).bytes(entry.digest);
        else if (this instanceof Note entry)
            out.u8(9)
                    .list(entry.acks, (ack, to) -> to.varint(ack.group).varint(ack.through))
                    .varint(entry.settled)
                    .list(
                            entry.verdicts,
                            (fact, to) ->
                                    to.varint(fact.group)
                                            .varint(fact.term)
                                            .varint(fact.base)
                                            .varint(fact.confirmed))
                    .list(entry.unended, (session, to) -> to.i64(session));
    }

    static PartitionEntry read(WireReader in, PartitionMap map) {
        int kind = in.u8();
        int last = map.size() - 1;
        return switch (kind) {
            case 1 -> new Single(CamuTxn.read(in, map));
            case 2 -> new VoteFor(CamuTxn.read(in, map));
            case 3 -> new Impose(CamuTxn.read(in, map));
            case 4 ->
                    new Receipt(
                            in.count(last),
                            in.i64(),
                            in.varint(),
                            in.varint(),
                            in.list(ITEMS_MAX, from -> StreamItem.read(from, map)));
            case 5 -> new Tick();
            case 6 -> new Open(in.count(last));
            case 7 -> new Acked(in.count(last), in.varint(), in.varint());
            case 8 -> new Close(in.count(last));
            case 9 ->
                    new Note(
                            in.list(
                                    ACKS_MAX,
                                    from -> new StreamAck(from.count(last), from.varint())),
                            in.varint(),
                            in.list(
                                    ACKS_MAX,
                                    from ->
                                            new Confirmed(
                                                    from.count(last),
                                                    from.varint(),
                                                    from.varint(),
                                                    from.varint())),
                            in.list(ACKS_MAX, WireReader::i64));
            case 10 -> new DigestNote(in.varint(), in.bytes());
            default ->
                    throw new MalformedFrameException(
                            "entry: expected a kind of 1..10, got " + kind);
        };
    }
}
