package io.abcast.ordering.fbp;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Membership;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/**
 * A signed statement of a member that it durably holds the order up to a slot, or a snapshot of a slot. An honest
 * member never loses an order or a snapshot that it has claimed.
 *
 * @param digest digest of the order up to {@code slot} if the kind is {@code ORDER}, or of the snapshot of {@code slot}
 *     if the kind is {@code SNAPSHOT}
 */
public record Claim(int member, Kind kind, long slot, Digest digest, byte[] signature) {
    /** Kind of object that a member states to hold durably. */
    public enum Kind {
        /** Kind of a claim: the member holds the order up to a slot. */
        ORDER,
        /** Kind of a claim: the member holds a snapshot of a slot. */
        SNAPSHOT
    }

    static final int OVERHEAD_BYTES = 18 + Digest.BYTES;

    /**
     * First byte of the content that a member signs for a claim; it distinguishes a signed claim from a signed {@link
     * Report}.
     */
    private static final int KIND = 1;

    static Claim signed(int member, Kind kind, long slot, Digest digest, EraSigner signer) {
        byte[] signature = signer.sign(content(member, kind, slot, digest));
        return new Claim(member, kind, slot, digest, signature);
    }

    boolean isSigned(EraSigner signer) {
        return signer.verify(member, content(member, kind, slot, digest), signature);
    }

    boolean agrees(Claim other) {
        return kind == other.kind && slot == other.slot && digest.equals(other.digest);
    }

    private static byte[] content(int member, Kind kind, long slot, Digest digest) {
        WireWriter out = new WireWriter(OVERHEAD_BYTES);
        out.u8(KIND).u8(kind.ordinal()).varint(member).varint(slot);
        return digest.write(out).toByteArray();
    }

    void write(WireWriter out) {
        out.varint(member).u8(kind.ordinal()).varint(slot);
        digest.write(out).bytes(signature);
    }

    static Claim read(WireReader in) {
        int member = in.count(Membership.ID_MAX);
        Kind kind = Kind.values()[in.count(Kind.values().length - 1)];
        return new Claim(member, kind, in.varint(), Digest.read(in), in.bytes());
    }

    int bytes() {
        return OVERHEAD_BYTES + signature.length;
    }
}
