package io.abcast.ordering.paxos;

import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.log.Value;

/**
 * What an acceptor has accepted in one instance: "acceptBal" and "acceptVal" of Mahamdi et al. 2023, algorithm 2.
 *
 * @param fast whether the acceptor chose the value itself, as the first that came; otherwise the ballot's owner named it
 */
public record Vote(long slot, long ballot, boolean fast, Value value) {
    public void write(WireWriter out) {
        out.varint(slot).varint(ballot).u8(fast ? 1 : 0);
        value.write(out);
    }

    public static Vote read(WireReader in) {
        return new Vote(in.varint(), in.varint(), in.u8() == 1, Value.readNamed(in));
    }

    /** Bytes on the wire, at most. */
    public int bytes() {
        return 21 + value.bytes();
    }
}
