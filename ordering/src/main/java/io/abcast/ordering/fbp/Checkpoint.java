package io.abcast.ordering.fbp;

import io.abcast.kernel.Membership;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.List;

/**
 * The proof that everything up to a slot is decided for good: 2f+1 members claim it, so f+1 honest ones hold it durably, and can tell
 * whoever lacks it. Of those slots nobody needs a vote any more. (The stable checkpoint of Castro and Liskov 1999, section 4.3.)
 *
 * @param claims of different members
 */
public record Checkpoint(List<Claim> claims) {
    /** At the beginning: nothing is decided, which needs no proof. */
    static final Checkpoint NONE = new Checkpoint(List.of());

    /** All claim at least this slot. */
    long slot() {
        long slot = claims.isEmpty() ? 0 : Long.MAX_VALUE;
        for (Claim claim : claims) slot = Math.min(slot, claim.slot());
        return slot;
    }

    boolean isProven(FbpQuorums quorums, Membership members, Signer signer) {
        if (claims.isEmpty()) return true;
        int ranks = 0;
        for (Claim claim : claims) {
            int rank = members.rank(claim.member());
            if (rank < 0 || claim.slot() < 1 || !claim.isSigned(signer)) return false;
            ranks |= 1 << rank;
        }
        return Integer.bitCount(ranks) == claims.size() && claims.size() >= quorums.durable();
    }

    void write(WireWriter out) {
        out.list(claims, Claim::write);
    }

    static Checkpoint read(WireReader in) {
        return new Checkpoint(in.list(Membership.SIZE_MAX, Claim::read));
    }

    int bytes() {
        int bytes = 2;
        for (Claim claim : claims) bytes += claim.bytes();
        return bytes;
    }
}
