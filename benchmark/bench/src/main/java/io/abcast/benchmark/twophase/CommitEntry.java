package io.abcast.benchmark.twophase;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.List;

/** An entry of the two-phase commit in the log of a partition, and the partition's answers to entries. */
sealed interface CommitEntry {
    int LIST_MAX = 65_536;

    CommitId id();

    record Single(CommitId id, byte[] bytes, int offset) implements CommitEntry {}

    /**
     * First phase of two-phase commit: a partition locks the keys of the transaction, and votes.
     *
     * @param home number of the partition whose log will have the decision
     * @param bytes array that contains the work from index {@code offset} on
     */
    record Prepare(CommitId id, int home, byte[] bytes, int offset) implements CommitEntry {}

    /**
     * The decision about a transaction, in the log of its home partition.
     *
     * @param values the values that the participants have read; empty if the transaction is aborted
     * @param forgotten finished transactions whose decisions no participant needs any more, so that the home partition
     *     can delete them
     */
    record Decide(CommitId id, boolean commit, List<byte[]> values, List<CommitId> forgotten)
            implements CommitEntry {}

    /** Second phase of two-phase commit: informs a participant other than the home partition of the decision. */
    record Complete(CommitId id, boolean commit, List<byte[]> values) implements CommitEntry {}

    /** Asks the home partition for the decision; the home partition aborts a transaction that has no decision yet. */
    record Resolve(CommitId id) implements CommitEntry {}

    private static WireWriter head(int kind, CommitId id, int rest) {
        WireWriter out = new WireWriter(24 + rest).u8(kind);
        id.write(out);
        return out;
    }

    static byte[] single(CommitId id, byte[] work) {
        return head(0, id, work.length).raw(work).toByteArray();
    }

    static byte[] prepare(CommitId id, int home, byte[] work) {
        return head(1, id, work.length).varint(home).raw(work).toByteArray();
    }

    static byte[] decide(
            CommitId id, boolean commit, List<byte[]> values, List<CommitId> forgotten) {
        WireWriter out = head(2, id, 24).u8(commit ? 1 : 0);
        out.list(values, (value, to) -> to.bytes(value));
        return out.list(forgotten, CommitId::write).toByteArray();
    }

    static byte[] complete(CommitId id, boolean commit, List<byte[]> values) {
        WireWriter out = head(3, id, 24).u8(commit ? 1 : 0);
        return out.list(values, (value, to) -> to.bytes(value)).toByteArray();
    }

    static byte[] resolve(CommitId id) {
        return head(4, id, 0).toByteArray();
    }

    static CommitEntry decode(byte[] bytes) {
        WireReader in = new WireReader(bytes);
        int kind = in.u8();
        CommitId id = CommitId.read(in);
        return switch (kind) {
            case 0 -> new Single(id, bytes, bytes.length - in.remaining());
            case 1 -> {
                int home = in.count(Integer.MAX_VALUE);
                yield new Prepare(id, home, bytes, bytes.length - in.remaining());
            }
            case 2 -> {
                boolean commit = in.u8() != 0;
                List<byte[]> values = in.list(LIST_MAX, WireReader::bytes);
                yield new Decide(id, commit, values, in.list(LIST_MAX, CommitId::read));
            }
            case 3 -> new Complete(id, in.u8() != 0, in.list(LIST_MAX, WireReader::bytes));
            case 4 -> new Resolve(id);
            default -> throw new MalformedFrameException("entry: unknown kind " + kind);
        };
    }

    /**
     * @param yes whether the partition votes for the commit, or the transaction is committed, or (with one partition)
     *     executed
     * @param values for {@link Prepare}, the values that the partition has read; for {@link Resolve}, the values of the
     *     decision; otherwise the result of the work
     */
    record Reply(boolean yes, List<byte[]> values) {
        static final Reply NO = new Reply(false, List.of());

        byte[] encode() {
            int bytes = 2;
            for (byte[] value : values) bytes += 4 + value.length;
            WireWriter out = new WireWriter(bytes).u8(yes ? 1 : 0);
            return out.list(values, (value, to) -> to.bytes(value)).toByteArray();
        }

        static Reply decode(byte[] bytes) {
            WireReader in = new WireReader(bytes);
            return new Reply(in.u8() != 0, in.list(LIST_MAX, WireReader::bytes));
        }
    }
}
