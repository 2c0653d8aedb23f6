package io.abcast.ordering.fbp;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Membership;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * A checkpoint: equal signed claims of 2f+1 members, of which at least f+1 are honest. A checkpoint of the order proves
 * that all slots up to the claimed slot are finally decided. At least f+1 honest members hold the decisions up to the
 * checkpoint durably, and can send them to any member that lacks them. So no member needs its votes in slots up to a
 * checkpoint any longer. Castro and Liskov 1999, section 4.3, call a checkpoint of the order a stable checkpoint. A
 * checkpoint of a snapshot proves the content of the snapshot.
 *
 * @param claims equal signed claims of different members, all with the same kind, slot and digest
 */
public record Checkpoint(List<Claim> claims) {
    /** The checkpoint of a new ensemble, in which no slot is decided. The checkpoint of slot 0 needs no proof. */
    static final Checkpoint NONE = new Checkpoint(List.of());

    /** The slot that all signed claims of this checkpoint name; 0 for {@link #NONE}. */
    long slot() {
        return claims.isEmpty() ? 0 : claims.get(0).slot();
    }

    /** The digest that all signed claims of this checkpoint name; {@code null} for {@link #NONE}. */
    Digest digest() {
        return claims.isEmpty() ? null : claims.get(0).digest();
    }

    /** Whether the signed claims of this checkpoint prove that all slots up to {@link #slot} are decided. */
    boolean isProven(FbpQuorums quorums, Membership members, EraSigner signer) {
        return claims.isEmpty() || isProven(Claim.Kind.ORDER, quorums, members, signer);
    }

    /**
     * Whether the claims of this checkpoint are equal, are claims of {@code kind}, and are signed by enough different
     * members.
     */
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

    /**
     * Writes the signed claims of this checkpoint. The kind, the slot and the digest are the same in all signed claims
     * of a checkpoint, so they are written only once.
     */
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
