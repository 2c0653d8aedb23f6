package io.abcast.ordering.paxos;

import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.log.Value;

/**
 * The value that an acceptor has accepted in one slot; "acceptBal" and "acceptVal" of Mahamdi et al., 2023, algorithm
 * 2.
 *
 * @param fast true if the acceptor accepted the first value that arrived in a fast round; false if the owner of the
 *     ballot proposed the value
 */
public record Vote(long slot, long ballot, boolean fast, Value value) {
    public void write(WireWriter out) {
        out.varint(slot).varint(ballot).u8(fast ? 1 : 0);
        value.write(out);
    }

    public static Vote read(WireReader in) {
        return new Vote(in.varint(), in.varint(), in.u8() == 1, Value.readNamed(in));
    }

    /** Maximum size of this vote in bytes on the wire. */
    public int bytes() {
        return 21 + value.bytes();
    }
}
