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
 * What an acceptor tells the leader of a new regency, signed: "REP" of Martin and Alvisi 2006.
 *
 * @param checkpoint up to which slot it holds no votes any more, and why it need not
 * @param votes all its votes beyond that, the newest in each slot; ascending
 * @param candidates members that have asked it to be admitted, before it entered the regency; and itself, if it {@link #isForgetful}
 */
public record Report(
        int member,
        long regency,
        Checkpoint checkpoint,
        List<Vote> votes,
        List<Candidate> candidates,
        byte[] signature) {
    /** Without candidates. */
    public Report(
            int member, long regency, Checkpoint checkpoint, List<Vote> votes, byte[] signature) {
        this(member, regency, checkpoint, votes, List.of(), signature);
    }

    private static final int VOTES_MAX = 1 << 16;

    /** Tells what is signed here from a {@link Claim}. */
    private static final int KIND = 2;

    /** A value accepted in a regency. */
    public record Vote(long slot, long regency, Value value) {
        void write(WireWriter out) {
            write(out, Value::write);
        }

        private void write(WireWriter out, BiConsumer<Value, WireWriter> values) {
            values.accept(value, out.varint(slot).varint(regency));
        }

        /** On the wire, at most. */
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

    /** Signed by its member, without candidates. */
    static Report signed(
            int member, long regency, Checkpoint checkpoint, List<Vote> votes, EraSigner signer) {
        return new Report(member, regency, checkpoint, votes, new byte[0]).signed(signer);
    }

    /** The same, signed by its member. */
    Report signed(EraSigner signer) {
        return new Report(member, regency, checkpoint, votes, candidates, signer.sign(content()));
    }

    /**
     * Whether its member has signed this, may hold no votes up to its checkpoint, and has no votes where no honest member has any.
     *
     * @param span slots beyond its checkpoint in which an honest acceptor votes
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

    /** Whether its member has forgotten votes that this lacks, and votes on the operator's word: it is a candidate in its own report. */
    boolean isForgetful() {
        for (Candidate candidate : candidates) if (candidate.member() == member) return true;
        return false;
    }

    /** Whether these members have sent one of those reports; bits of ranks. */
    static boolean areOf(int ranks, Collection<Report> reports, Membership members) {
        int left = ranks;
        for (Report report : reports) left &= ~(1 << members.rank(report.member()));
        return left == 0;
    }

    /** The vote in that slot, or {@code null}. */
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

    /** The highest slot of which it speaks. */
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

    /** @param values writes each vote's value, or what stands for it */
    void write(WireWriter out, BiConsumer<Value, WireWriter> values) {
        writeContent(out, values);
        out.bytes(signature);
    }

    static Report read(WireReader in) {
        return read(in, Value::readDigested);
    }

    /** @param values reads what {@link #write(WireWriter, BiConsumer)} wrote for each vote's value */
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
