package io.abcast.ordering.fbp;

import io.abcast.kernel.Membership;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/**
 * A member's word, signed: everything up to this slot was decided, and what became of it is in its durable log. An honest member never
 * unlearns that.
 */
public record Claim(int member, long slot, byte[] signature) {
    /** Bytes of one on the wire, without its signature, at most. */
    static final int OVERHEAD_BYTES = 16;

    /** Tells what is signed here from a {@link Report}. */
    private static final int KIND = 1;

    static Claim signed(int member, long slot, Signer signer) {
        return new Claim(member, slot, signer.sign(content(member, slot)));
    }

    boolean isSigned(Signer signer) {
        return signer.verify(member, content(member, slot), signature);
    }

    private static byte[] content(int member, long slot) {
        return new WireWriter(16).u8(KIND).varint(member).varint(slot).toByteArray();
    }

    void write(WireWriter out) {
        out.varint(member).varint(slot).bytes(signature);
    }

    static Claim read(WireReader in) {
        return new Claim(in.count(Membership.ID_MAX), in.varint(), in.bytes());
    }

    int bytes() {
        return OVERHEAD_BYTES + signature.length;
    }
}
