package io.abcast.ordering.fbp;

import io.abcast.kernel.Digest;
import io.abcast.ordering.fbp.FbpMessage.Accepted;
import io.abcast.ordering.fbp.FbpMessage.Claimed;
import io.abcast.ordering.log.OriginRequest;
import io.abcast.ordering.log.Value;
import java.util.List;

/** Messages that a liar sends in its own name, properly signed. */
public final class Lies {
    private Lies() {}

    /** Replaces a true report by a report with these votes. */
    public static Report report(long era, Report truth, List<Report.Vote> votes) {
        int liar = truth.member();
        return Report.signed(
                liar, truth.regency(), truth.checkpoint(), votes, Seal.inEra(liar, era));
    }

    /** Claims that the liar holds everything up to that slot, on a {@link Stage}. */
    static Claimed claim(int liar, long slot) {
        return claim(Stage.ERA, liar, slot);
    }

    /** Claims that the liar holds everything up to that slot. */
    public static Claimed claim(long era, int liar, long slot) {
        Digest invented = Digest.of(new byte[] {(byte) slot});
        Claim claim = Claim.signed(liar, Claim.Kind.ORDER, slot, invented, Seal.inEra(liar, era));
        return new Claimed(List.of(claim), false);
    }

    /** A vote for that value. */
    public static Accepted accepted(long regency, long slot, Value value) {
        return Accepted.of(new Report.Vote(slot, regency, value));
    }

    /** The request, signed by its origin alone in a batch, in the era of a {@link Stage}. */
    public static OriginRequest signed(OriginRequest bare) {
        return SignedBatches.sign(new Seal(bare.origin()), Stage.ERA, bare.origin(), List.of(bare))
                .get(0);
    }
}
