package io.abcast.ordering.camu;

import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/**
 * Identifies a transaction by its session and its number.
 *
 * @param session session (run of the submitting replica) of the transaction, see {@link SessionTable#id}.
 * @param number the transaction's lane in the high bits, and its place in the lane in the low bits, see {@link
 *     SessionLane}
 */
record TxnId(long session, long number) {
    static final int BYTES_MAX = 18;

    void write(WireWriter out) {
        out.i64(session).varint(number);
    }

    static TxnId read(WireReader in) {
        return new TxnId(in.i64(), in.varint());
    }

    TxnId lane() {
        return new TxnId(session, SessionLane.lane(number));
    }

    @Override
    public int hashCode() {
        return Long.hashCode(session * 0x9E3779B97F4A7C15L + number * 0xBF58476D1CE4E5B9L);
    }

    @Override
    public String toString() {
        return Long.toHexString(session) + "#" + SessionLane.describe(number);
    }
}
