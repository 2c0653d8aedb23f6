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
 * @param checkpoint proof that the dropped votes of the acceptor, which are in slots up to the checkpoint's slot, are
 *     not needed
 * @param votes the newest vote in each slot beyond the checkpoint, in ascending order of slots
 * @param candidates members that asked the acceptor for admission before it entered the regency; also the acceptor
 *     itself, if the report {@link #isForgetful}
 */
public record Report(
        int member,
        long regency,
        Checkpoint checkpoint,
        List<Vote> votes,
        List<Candidate> candidates,
        byte[] signature) {
    /** A report without candidates. */
    public Report(
            int member, long regency, Checkpoint checkpoint, List<Vote> votes, byte[] signature) {
        this(member, regency, checkpoint, votes, List.of(), signature);
    }

    private static final int VOTES_MAX = 1 << 16;

    /** First byte of the signed content, which distinguishes a report from a {@link Claim}. */
    private static final int KIND = 2;

    /** A value accepted in a regency. */
    public record Vote(long slot, long regency, Value value) {
        void write(WireWriter out) {
            write(out, Value::write);
        }

        private void write(WireWriter out, BiConsumer<Value, WireWriter> values) {
            values.accept(value, out.varint(slot).varint(regency));
        }

        /** Maximum bytes on the wire. */
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

    /** A report without candidates, signed by its member. */
    static Report signed(
            int member, long regency, Checkpoint checkpoint, List<Vote> votes, EraSigner signer) {
        return new Report(member, regency, checkpoint, votes, new byte[0]).signed(signer);
    }

    /** Returns this report with the signature of its member. */
    Report signed(EraSigner signer) {
        return new Report(member, regency, checkpoint, votes, candidates, signer.sign(content()));
    }

    /**
     * Whether the report is valid: its member has signed it, its checkpoint is proven, and its votes are in slots in
     * which an honest member may have votes.
     *
     * @param span number of slots beyond its checkpoint in which an honest acceptor votes
     */
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
     * Whether the reporting member is bootstrapped and has forgotten votes, so that the report lacks them. Such a
     * member names itself as a candidate.
     */
    boolean isForgetful() {
        for (Candidate candidate : candidates) if (candidate.member() == member) return true;
        return false;
    }

    /** Whether each member of the set {@code ranks}, with one bit per rank, has sent one of the reports. */
    static boolean areOf(int ranks, Collection<Report> reports, Membership members) {
        int left = ranks;
        for (Report report : reports) left &= ~(1 << members.rank(report.member()));
        return left == 0;
    }

    /** The vote in {@code slot}, or {@code null}. */
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

    /** The highest slot that the report covers by a vote or by its checkpoint. */
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
     * Writes the report.
     *
     * @param values writes the value of each vote, or a replacement for this value
     */
    void write(WireWriter out, BiConsumer<Value, WireWriter> values) {
        writeContent(out, values);
        out.bytes(signature);
    }

    static Report read(WireReader in) {
        return read(in, Value::readDigested);
    }

    /**
     * Reads a report.
     *
     * @param values reads the value of each vote as {@link #write(WireWriter, BiConsumer)} wrote it
     */
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
