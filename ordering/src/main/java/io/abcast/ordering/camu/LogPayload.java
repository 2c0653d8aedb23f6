package io.abcast.ordering.camu;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.camu.PartitionEntry.Receipt;
import java.util.List;

/** The content of one payload in a partition's log. */
sealed interface LogPayload {
    int VERSION = 1;

    /** Size in bytes of a batch without its entries. */
    int HEADER_BYTES = 40;

    /**
     * Begins the term of a partition leader.
     *
     * @param server the server that leads the new term
     * @param start random number of the server's attempt to lead
     * @param identity random number, which identifies the partition's founding if the partition has no identity yet
     */
    record Term(int server, long start, long identity) implements LogPayload {}

    /**
     * A batch of decisions that the leader of a term has made.
     *
     * @param term number of the leader's term
     * @param first number of the batch's first entry in the term; entries are numbered 1, 2, 3, and so on
     * @param physical wall-clock time of the leader; in units of the partition's clock
     * @param entries the leader's decisions, in the order in which the leader made them
     */
    record Batch(long term, long first, long physical, List<PartitionEntry> entries)
            implements LogPayload {
        public Batch {
            entries = List.copyOf(entries);
        }
    }

    /**
     * Returns an upper bound of the size in bytes of a payload of the log. A batch is at most {@code batchBytesMax}
     * bytes long, or has only one entry.
     */
    static long bytesMax(CamuConfig config, int groups) {
        long txn = CamuTxn.bytes(groups, config.payloadBytesMax());
        long receipt = Receipt.HEADER_BYTES + StreamItem.TxnItem.HEADER_BYTES + txn;
        long note = LeaderNotes.noteBytesMax(groups, config.batchBytesMax());
        return HEADER_BYTES + Math.max(Math.max(note, receipt), config.batchBytesMax());
    }

    /** Returns the bytes of this log payload. */
    default byte[] encode() {
        return encode(new WireWriter(256));
    }

    /**
     * Returns the bytes of this log payload.
     *
     * @param out buffer for the encoding; the method clears it first, and the caller can use it again afterwards
     */
    default byte[] encode(WireWriter out) {
        out.clear();
        out.u8(VERSION);
        if (this instanceof Term m) {
            out.u8(1).varint(m.server).i64(m.start).i64(m.identity);
        } else {
            Batch batch = (Batch) this;
            out.u8(2).varint(batch.term).varint(batch.first).varint(batch.physical);
            out.list(batch.entries, PartitionEntry::write);
        }
        return out.toByteArray();
    }

    /**
     * Reads a log payload that {@link #encode} has written.
     *
     * @throws MalformedFrameException if the bytes are not an encoded log payload
     */
    static LogPayload decode(byte[] bytes, PartitionMap map) {
        WireReader in = new WireReader(bytes);
        int version = in.u8();
        if (version != VERSION)
            throw new MalformedFrameException(
                    "log payload: expected version " + VERSION + ", got " + version);
        int kind = in.u8();
        LogPayload payload =
                switch (kind) {
                    case 1 -> new Term((int) in.varint(), in.i64(), in.i64());
                    case 2 ->
                            new Batch(
                                    in.varint(),
                                    in.varint(),
                                    in.varint(),
                                    in.list(
                                            Integer.MAX_VALUE,
                                            from -> PartitionEntry.read(from, map)));
                    default ->
                            throw new MalformedFrameException(
                                    "log payload: expected kind 1 or 2, got " + kind);
                };
        in.end();
        return payload;
    }
}
