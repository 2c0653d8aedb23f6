package io.abcast.ordering.fbp;

import io.abcast.kernel.Membership;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.log.Incarnation;

/**
 * A member that has lost its votes and asks the other members to admit it as a voter again.
 *
 * @param member server id of the member that asks for admission
 * @param incarnation identity of the present storage of the member that asks for admission
 */
public record Candidate(int member, Incarnation incarnation) {
    static final int BYTES = 3 + Incarnation.BYTES;

    /**
     * First byte of the content that a candidate signs; it distinguishes a signed candidate from a signed {@link
     * Claim}, {@link Report} or batch of requests.
     */
    private static final int KIND = 4;

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
