package io.abcast.ordering.camu;

import io.abcast.kernel.GroupTimestamp;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.Arrays;

/**
 * A transaction: a <em>single</em> with one destination, or a <em>multi</em> with several destinations.
 *
 * @param origin the partition that routes the transaction, and whose log alone records an imposed timestamp; never
 *     changes
 * @param groups the destination partitions, ascending; callers must not change the array
 * @param answered number up to which the submitter has all answers in the transaction's lane, see {@link SessionLane}
 * @param payload the application's bytes; callers must not change the array
 */
record CamuTxn(TxnId id, int origin, int[] groups, long answered, byte[] payload) {
    private static final int OVERHEAD_BYTES = TxnId.BYTES_MAX + 20;

    boolean isSingle() {
        return groups.length == 1;
    }

    boolean isFor(int group) {
        return Arrays.binarySearch(groups, group) >= 0;
    }

    GroupTimestamp at(long clock) {
        return new GroupTimestamp(clock, id.session(), id.number());
    }

    /** Returns an upper bound of the encoded size. */
    int bytes() {
        return (int) bytes(groups.length, payload.length);
    }

    static long bytes(int groups, int payloadBytes) {
        return OVERHEAD_BYTES + 3L * groups + payloadBytes;
    }

    void write(WireWriter out) {
        id.write(out);
        out.varint(origin).varint(groups.length);
        for (int group : groups) out.varint(group);
        out.varint(answered).bytes(payload);
    }

    static CamuTxn read(WireReader in, PartitionMap map) {
        TxnId id = TxnId.read(in);
        int origin = in.count(map.size() - 1);
        int[] groups = new int[in.count(map.size())];
        for (int i = 0; i < groups.length; i++) {
            groups[i] = in.count(map.size() - 1);
            if (i > 0 && groups[i] <= groups[i - 1])
                throw new MalformedFrameException(
                        "transaction "
                                + id
                                + ": expected ascending destinations, got "
                                + Arrays.toString(groups));
        }
        if (groups.length == 0)
            throw new MalformedFrameException(
                    "transaction " + id + ": expected at least one destination");
        return new CamuTxn(id, origin, groups, in.varint(), in.bytes());
    }

    @Override
    public String toString() {
        return id + " to " + Arrays.toString(groups) + " from " + origin;
    }
}
