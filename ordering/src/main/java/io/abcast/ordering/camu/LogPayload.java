package io.abcast.ordering.camu;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.camu.PartitionEntry.Receipt;
import java.util.List;

/** The content of one payload in a partition's log. */
sealed interface LogPayload {
    int VERSION = 1;

    int HEADER_BYTES = 40;

    /**
     * @param start random number of the server's attempt to lead
     * @param identity random number, which identifies the partition's founding if the partition has no identity yet
     */
    record Term(int server, long start, long identity) implements LogPayload {}

    /**
     * @param first number of the batch's first entry in the term; entries are numbered 1, 2, 3, and so on
     * @param physical wall-clock time of the leader; in units of the partition's clock
     */
    record Batch(long term, long first, long physical, List<PartitionEntry> entries)
            implements LogPayload {
        public Batch {
            entries = List.copyOf(entries);
        }
    }

    static long bytesMax(CamuConfig config, int groups) {
        long txn = CamuTxn.bytes(groups, config.payloadBytesMax());
        long receipt = Receipt.HEADER_BYTES + StreamItem.TxnItem.HEADER_BYTES + txn;
        long note = LeaderNotes.noteBytesMax(groups, config.batchBytesMax());
        return HEADER_BYTES + Math.max(Math.max(note, receipt), config.batchBytesMax());
    }

    default byte[] encode() {
        return encode(new WireWriter(256));
    }

    /** @param out buffer for the encoding; the method clears it first, and the caller can use it again afterwards */
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
