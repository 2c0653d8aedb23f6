package io.abcast.partitions.replica;

import io.abcast.kernel.GroupTimestamp;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/** Messages between replicas about the row values that transactions with several destinations read. */
sealed interface ReadsFrame {
    int GROUPS_MAX = 1 << 16;

    /**
     * @param groups numbers of the destinations of the transaction, ascending
     * @param source number of the destination whose row values the message carries
     * @param values the values of the locked rows, see {@link LockedValues}
     * @param asked whether the message answers an {@link Ask}; false if a leader sends the values without a request
     */
    record Values(GroupTimestamp timestamp, int[] groups, int source, byte[] values, boolean asked)
            implements ReadsFrame {}

    record Ask(GroupTimestamp timestamp, int source) implements ReadsFrame {}

    record Gone(GroupTimestamp timestamp, int source) implements ReadsFrame {}

    /**
     * Reports that a durable snapshot of the sender includes all its multis (transactions with several destinations) up
     * to {@code timestamp}.
     */
    record Durable(GroupTimestamp timestamp) implements ReadsFrame {}

    default byte[] encode() {
        if (this instanceof Values v) {
            WireWriter out = head(1, v.timestamp, v.values.length).varint(v.groups.length);
            for (int group : v.groups) out.varint(group);
            return out.varint(v.source).u8(v.asked ? 1 : 0).raw(v.values).toByteArray();
        }
        if (this instanceof Ask ask)
            return head(2, ask.timestamp, 0).varint(ask.source).toByteArray();
        if (this instanceof Gone gone)
            return head(3, gone.timestamp, 0).varint(gone.source).toByteArray();
        return head(4, ((Durable) this).timestamp, 0).toByteArray();
    }

    private static WireWriter head(int kind, GroupTimestamp timestamp, int moreBytes) {
        WireWriter out = new WireWriter(48 + moreBytes).u8(kind);
        return out.i64(timestamp.clock()).i64(timestamp.session()).i64(timestamp.number());
    }

    static ReadsFrame decode(byte[] bytes) {
        WireReader in = new WireReader(bytes);
        int kind = in.u8();
        GroupTimestamp timestamp = new GroupTimestamp(in.i64(), in.i64(), in.i64());
        ReadsFrame frame =
                switch (kind) {
                    case 1 -> values(timestamp, in);
                    case 2 -> new Ask(timestamp, in.count(GROUPS_MAX));
                    case 3 -> new Gone(timestamp, in.count(GROUPS_MAX));
                    case 4 -> new Durable(timestamp);
                    default ->
                            throw new MalformedFrameException(
                                    "message: expected kind 1..4, got " + kind);
                };
        in.end();
        return frame;
    }

    private static Values values(GroupTimestamp timestamp, WireReader in) {
        int[] groups = new int[in.count(Math.min(GROUPS_MAX, in.remaining()))];
        for (int i = 0; i < groups.length; i++) {
            groups[i] = in.count(GROUPS_MAX);
            if (i > 0 && groups[i] <= groups[i - 1])
                throw new MalformedFrameException(
                        "groups: expected ascending numbers, got " + groups[i]);
        }
        int source = in.count(GROUPS_MAX);
        if (TransactionTask.indexOf(groups, source) < 0)
            throw new MalformedFrameException("source: expected a destination, got " + source);
        boolean asked = in.count(1) == 1;
        return new Values(timestamp, groups, source, in.raw(in.remaining()), asked);
    }
}
