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

    public static Report report(long era, Report truth, List<Report.Vote> votes) {
        int liar = truth.member();
        return Report.signed(
                liar, truth.regency(), truth.checkpoint(), votes, Seal.inEra(liar, era));
    }

    static Claimed claim(int liar, long slot) {
        return claim(Stage.ERA, liar, slot);
    }

    public static Claimed claim(long era, int liar, long slot) {
        Digest invented = Digest.of(new byte[] {(byte) slot});
        Claim claim = Claim.signed(liar, Claim.Kind.ORDER, slot, invented, Seal.inEra(liar, era));
        return new Claimed(List.of(claim), false);
    }

    public static Accepted accepted(long regency, long slot, Value value) {
        return Accepted.of(new Report.Vote(slot, regency, value));
    }

    public static OriginRequest signed(OriginRequest bare) {
        return SignedBatches.sign(new Seal(bare.origin()), Stage.ERA, bare.origin(), List.of(bare))
                .get(0);
    }
}
