package io.abcast.ordering.fbp;

import io.abcast.kernel.Membership;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.log.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * What an acceptor tells the leader of a new regency, signed: "REP" of Martin and Alvisi 2006.
 *
 * @param applied all slots up to this one have taken effect at the sender
 * @param votes its votes from one window below that on
 */
public record Report(int member, long regency, long applied, List<Vote> votes, byte[] signature) {
    private static final int VOTES_MAX = 1 << 16;

    /** A value accepted in a regency. */
    public record Vote(long slot, long regency, Value value) {
        void write(WireWriter out) {
            value.write(out.varint(slot).varint(regency));
        }

        public static Vote read(WireReader in) {
            return new Vote(in.varint(), in.varint(), Value.read(in));
        }
    }

    /** Signed by its member. */
    static Report signed(int member, long regency, long applied, List<Vote> votes, Signer signer) {
        Report bare = new Report(member, regency, applied, votes, new byte[0]);
        return new Report(member, regency, applied, votes, signer.sign(bare.content()));
    }

    boolean isSigned(Signer signer) {
        return signer.verify(member, content(), signature);
    }

    /** The vote in that slot, or {@code null}. */
    Vote vote(long slot) {
        for (Vote vote : votes) if (vote.slot() == slot) return vote;
        return null;
    }

    byte[] content() {
        WireWriter out = new WireWriter(64);
        out.varint(member).varint(regency).varint(applied).varint(votes.size());
        for (Vote vote : votes) vote.write(out);
        return out.toByteArray();
    }

    void write(WireWriter out) {
        out.raw(content()).bytes(signature);
    }

    static Report read(WireReader in) {
        int member = in.count(Membership.ID_MAX);
        long regency = in.varint();
        long applied = in.varint();
        int count = in.count(Math.min(VOTES_MAX, in.remaining()));
        List<Vote> votes = new ArrayList<>(count);
        for (int i = 0; i < count; i++) votes.add(Vote.read(in));
        return new Report(member, regency, applied, votes, in.bytes());
    }

    int bytes() {
        int bytes = 40 + signature.length;
        for (Vote vote : votes) bytes += 20 + vote.value().bytes();
        return bytes;
    }
}
