package io.abcast.ordering.fbp;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Membership;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * A checkpoint: equal signed claims of 2f+1 members, of which at least f+1 are honest and durably hold the claimed
 * order or snapshot. A checkpoint of the order proves that all slots up to the claimed slot are finally decided, so no
 * member needs its votes in these slots (Castro and Liskov 1999, section 4.3).
 *
 * @param claims equal signed claims of different members, all with the same kind, slot and digest
 */
public record Checkpoint(List<Claim> claims) {
    static final Checkpoint NONE = new Checkpoint(List.of());

    long slot() {
        return claims.isEmpty() ? 0 : claims.get(0).slot();
    }

    Digest digest() {
        return claims.isEmpty() ? null : claims.get(0).digest();
    }

    boolean isProven(FbpQuorums quorums, Membership members, EraSigner signer) {
        return claims.isEmpty() || isProven(Claim.Kind.ORDER, quorums, members, signer);
    }

    boolean isProven(Claim.Kind kind, FbpQuorums quorums, Membership members, EraSigner signer) {
        if (claims.size() < quorums.durable()) return false;
        Claim first = claims.get(0);
        int ranks = 0;
        for (Claim claim : claims) {
            int rank = members.rank(claim.member());
            if (rank < 0 || claim.slot() < 1 || claim.kind() != kind || !claim.agrees(first))
                return false;
            ranks |= 1 << rank;
        }
        if (Integer.bitCount(ranks) != claims.size()) return false;
        for (Claim claim : claims) if (!claim.isSigned(signer)) return false;
        return true;
    }

    void write(WireWriter out) {
        out.varint(claims.size());
        if (claims.isEmpty()) return;
        Claim first = claims.get(0);
        first.digest().write(out.u8(first.kind().ordinal()).varint(first.slot()));
        for (Claim claim : claims) {
            assert claim.agrees(first) : claim + " does not agree with " + first;
            out.varint(claim.member()).bytes(claim.signature());
        }
    }

    static Checkpoint read(WireReader in) {
        int count = in.count(Membership.SIZE_MAX);
        if (count == 0) return NONE;
        Claim.Kind kind = Claim.Kind.values()[in.count(Claim.Kind.values().length - 1)];
        long slot = in.varint();
        Digest digest = Digest.read(in);
        List<Claim> claims = new ArrayList<>();
        for (int i = 0; i < count; i++)
            claims.add(new Claim(in.count(Membership.ID_MAX), kind, slot, digest, in.bytes()));
        return new Checkpoint(List.copyOf(claims));
    }

    int bytes() {
        int bytes = 12 + Digest.BYTES;
        for (Claim claim : claims) bytes += 8 + claim.signature().length;
        return bytes;
    }
}
