package io.abcast.ordering.fbp;

import io.abcast.kernel.Digest;
import io.abcast.ordering.fbp.FbpMessage.Accepted;
import io.abcast.ordering.fbp.FbpMessage.Claimed;
import io.abcast.ordering.log.OriginRequest;
import io.abcast.ordering.log.Value;
import java.util.List;

/** Creates messages that a lying member sends in its own name, with its valid signature. */
public final class Lies {
    private Lies() {}

    /** Returns a report with {@code votes} instead of the true votes of {@code truth}. */
    public static Report report(long era, Report truth, List<Report.Vote> votes) {
        int liar = truth.member();
        return Report.signed(
                liar, truth.regency(), truth.checkpoint(), votes, Seal.inEra(liar, era));
    }

    /** Creates claims that the liar holds all slots up to {@code slot}, in the era of a {@link Stage}. */
    static Claimed claim(int liar, long slot) {
        return claim(Stage.ERA, liar, slot);
    }

    /** Creates claims that the liar holds all slots up to {@code slot}, in the era {@code era}. */
    public static Claimed claim(long era, int liar, long slot) {
        Digest invented = Digest.of(new byte[] {(byte) slot});
        Claim claim = Claim.signed(liar, Claim.Kind.ORDER, slot, invented, Seal.inEra(liar, era));
        return new Claimed(List.of(claim), false);
    }

    /** Creates a liar's vote for {@code value}. */
    public static Accepted accepted(long regency, long slot, Value value) {
        return Accepted.of(new Report.Vote(slot, regency, value));
    }

    /**
     * Signs a request in the name of the request's origin, as the only request of a batch, in the era of a {@link
     * Stage}.
     */
    public static OriginRequest signed(OriginRequest bare) {
        return SignedBatches.sign(new Seal(bare.origin()), Stage.ERA, bare.origin(), List.of(bare))
                .get(0);
    }
}
