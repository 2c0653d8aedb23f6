package io.abcast.ordering.camu;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/**
 * An element of the stream from one partition to another partition. The entries of the sending partition's log alone
 * determine all items of the stream.
 */
sealed interface StreamItem {
    /** Returns a lower bound of the receiving partition's clock after the receiving partition has applied this item. */
    long clock();

    int bytes();

    /** The sending partition's vote for a transaction: the lowest timestamp that the transaction can get. */
    record VoteItem(TxnId id, long clock) implements StreamItem {
        @Override
        public int bytes() {
            return TxnId.BYTES_MAX + 11;
        }
    }

    record TxnItem(CamuTxn txn, long clock) implements StreamItem {
        static final int HEADER_BYTES = 11;

        @Override
        public int bytes() {
            return txn.bytes() + HEADER_BYTES;
        }
    }

    /**
     * Promises that all later transactions of the stream have clocks above {@code clock}.
     *
     * @param epoch number of times that the sending partition opened the link
     * @param on whether transactions with imposed timestamps may follow in the stream
     */
    record Mark(long epoch, long clock, boolean on) implements StreamItem {
        @Override
        public int bytes() {
            return 22;
        }
    }

    record End(long epoch) implements StreamItem {
        @Override
        public long clock() {
            return 0;
        }

        @Override
        public int bytes() {
            return 11;
        }
    }

    default void write(WireWriter out) {
        if (this instanceof VoteItem item) {
            item.id.write(out.u8(1).varint(item.clock));
        } else if (this instanceof TxnItem item) {
            item.txn.write(out.u8(2).varint(item.clock));
        } else if (this instanceof Mark item) {
            out.u8(item.on ? 4 : 3).varint(item.epoch).varint(item.clock);
        } else if (this instanceof End item) {
            out.u8(5).varint(item.epoch);
        }
    }

    static StreamItem read(WireReader in, PartitionMap map) {
        int kind = in.u8();
        return switch (kind) {
            case 1 -> {
                long clock = clock(in);
                yield new VoteItem(TxnId.read(in), clock);
            }
            case 2 -> {
                long clock = clock(in);
                yield new TxnItem(CamuTxn.read(in, map), clock);
            }
            case 3, 4 -> new Mark(in.varint(), clock(in), kind == 4);
            case 5 -> new End(in.varint());
            default ->
                    throw new MalformedFrameException(
                            "stream item: expected a kind of 1..5, got " + kind);
        };
    }

    private static long clock(WireReader in) {
        long clock = in.varint();
        if (clock < 0) throw new MalformedFrameException("stream item: clock " + clock);
        return clock;
    }
}
