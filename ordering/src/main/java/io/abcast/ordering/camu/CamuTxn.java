package io.abcast.ordering.camu;

import io.abcast.kernel.GroupTimestamp;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.Arrays;

/**
 * A transaction. A transaction is a <em>single</em> if it has one destination, and a <em>multi</em> if it has several
 * destinations.
 *
 * @param id the session that submitted the transaction, and the transaction's number in this session
 * @param origin the partition that routes the transaction; the origin of a transaction never changes. Only the log of
 *     the origin can know whether the origin has imposed a timestamp
 * @param groups the destination partitions of the transaction, ascending; callers must not change the array
 * @param answered number up to which the submitter has the answers of all transactions in this transaction's lane, see
 *     {@link SessionLane}
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

    /** Returns an upper bound of the encoded size of this transaction in bytes. */
    int bytes() {
        return (int) bytes(groups.length, payload.length);
    }

    /**
     * Returns an upper bound of the encoded size in bytes of a transaction with {@code groups} destinations and a
     * payload of {@code payloadBytes} bytes.
     */
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
