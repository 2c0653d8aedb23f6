package io.abcast.ordering.fbp;

import io.abcast.kernel.Membership;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.log.Incarnation;

/**
 * A member that has lost its votes and asks to be admitted again.
 *
 * @param incarnation identity of its present storage
 */
public record Candidate(int member, Incarnation incarnation) {
    /** Maximum bytes on the wire. */
    static final int BYTES = 3 + Incarnation.BYTES;

    /**
     * First byte of the signed content, which distinguishes the question of a candidate from a {@link Claim}, a {@link
     * Report} and a batch of requests.
     */
    private static final int KIND = 4;

    /** Returns the content that the member signs in its question for admission. */
    byte[] content() {
        WireWriter out = new WireWriter(BYTES + 1).u8(KIND);
        write(out);
        return out.toByteArray();
    }

    void write(WireWriter out) {
        incarnation.write(out.varint(member));
    }

    static Candidate read(WireReader in) {
        return new Candidate(in.count(Membership.ID_MAX), Incarnation.read(in));
    }
}
