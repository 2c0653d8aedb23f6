package io.abcast.ordering.fbp;

import io.abcast.kernel.Membership;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.log.Value;
import java.util.Collection;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * The signed report of an acceptor to the leader of a new regency: "REP" of Martin and Alvisi 2006.
 *
 * @param checkpoint proof that all slots in which the acceptor has dropped votes are decided.
 * @param votes the acceptor's newest vote in each slot above the checkpoint, in ascending order of slots.
 * @param candidates members that asked the acceptor for admission before it entered the regency (leader's term), and
 *     the acceptor itself if it has forgotten votes ({@link #isForgetful})
 */
public record Report(
        int member,
        long regency,
        Checkpoint checkpoint,
        List<Vote> votes,
        List<Candidate> candidates,
        byte[] signature) {
    /** Creates a report that names no candidates for admission. */
    public Report(
            int member, long regency, Checkpoint checkpoint, List<Vote> votes, byte[] signature) {
        this(member, regency, checkpoint, votes, List.of(), signature);
    }

    private static final int VOTES_MAX = 1 << 16;

    /**
     * First byte of the content that a member signs for a report; it distinguishes a signed report from a signed {@link
     * Claim}.
     */
    private static final int KIND = 2;

    /** The value that an acceptor has accepted in a slot and regency (leader's term). */
    public record Vote(long slot, long regency, Value value) {
        void write(WireWriter out) {
            write(out, Value::write);
        }

        private void write(WireWriter out, BiConsumer<Value, WireWriter> values) {
            values.accept(value, out.varint(slot).varint(regency));
        }

        int bytes() {
            return 20 + value.bytes();
        }

        public static Vote read(WireReader in) {
            return read(in, Value::readDigested);
        }

        private static Vote read(WireReader in, Function<WireReader, Value> values) {
            return new Vote(in.varint(), in.varint(), values.apply(in));
        }
    }

    static Report signed(
            int member, long regency, Checkpoint checkpoint, List<Vote> votes, EraSigner signer) {
        return new Report(member, regency, checkpoint, votes, new byte[0]).signed(signer);
    }

    Report signed(EraSigner signer) {
        return new Report(member, regency, checkpoint, votes, candidates, signer.sign(content()));
    }

    boolean isSound(FbpQuorums quorums, Membership members, EraSigner signer, long span) {
        long last = checkpoint.slot();
        for (Vote vote : votes) {
            if (vote.slot() <= last || vote.slot() > checkpoint.slot() + span) return false;
            if (vote.regency() < 0 || vote.regency() > regency) return false;
            last = vote.slot();
        }
        return signer.verify(member, content(), signature)
                && checkpoint.isProven(quorums, members, signer);
    }

    /**
     * Whether the reporting member is bootstrapped and has forgotten votes; such a member names itself as a candidate.
     */
    boolean isForgetful() {
        for (Candidate candidate : candidates) if (candidate.member() == member) return true;
        return false;
    }

    /** Whether each member of the set {@code ranks}, with one bit per rank, has sent a report in {@code reports}. */
    static boolean areOf(int ranks, Collection<Report> reports, Membership members) {
        int left = ranks;
        for (Report report : reports) left &= ~(1 << members.rank(report.member()));
        return left == 0;
    }

    Vote vote(long slot) {
        int low = 0;
        int high = votes.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            Vote vote = votes.get(middle);
            if (vote.slot() == slot) return vote;
            if (vote.slot() < slot) low = middle + 1;
            else high = middle - 1;
        }
        return null;
    }

    long last() {
        return votes.isEmpty() ? checkpoint.slot() : votes.get(votes.size() - 1).slot();
    }

    private byte[] content() {
        WireWriter out = new WireWriter(64).u8(KIND);
        writeContent(out, Value::write);
        return out.toByteArray();
    }

    private void writeContent(WireWriter out, BiConsumer<Value, WireWriter> values) {
        checkpoint.write(out.varint(member).varint(regency));
        out.list(votes, (vote, to) -> vote.write(to, values));
        out.list(candidates, Candidate::write);
    }

    void write(WireWriter out) {
        write(out, Value::write);
    }

    /**
     * @param values writes the value of each vote, or a number that stands for the value
     */
    void write(WireWriter out, BiConsumer<Value, WireWriter> values) {
        writeContent(out, values);
        out.bytes(signature);
    }

    static Report read(WireReader in) {
        return read(in, Value::readDigested);
    }

    static Report read(WireReader in, Function<WireReader, Value> values) {
        int member = in.count(Membership.ID_MAX);
        long regency = in.varint();
        Checkpoint checkpoint = Checkpoint.read(in);
        List<Vote> votes = in.list(VOTES_MAX, from -> Vote.read(from, values));
        List<Candidate> candidates = in.list(Membership.SIZE_MAX, Candidate::read);
        return new Report(member, regency, checkpoint, votes, candidates, in.bytes());
    }

    int bytes() {
        int bytes = 42 + checkpoint.bytes() + signature.length;
        bytes += Candidate.BYTES * candidates.size();
        for (Vote vote : votes) bytes += vote.bytes();
        return bytes;
    }
}
