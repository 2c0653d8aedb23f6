package io.abcast.ordering.fbp;

import io.abcast.kernel.Membership;
import io.abcast.ordering.log.Value;
import java.util.List;

/**
 * A progress certificate: the reports of n-f acceptors at the beginning of a regency. It says which values its leader may
 * propose: any value against which it does not speak.
 *
 * <p>If v was chosen in a slot, more than 2f honest reporters of any certificate have accepted v there and no later leader
 * could make them accept anything else; so every certificate forbids all values but v. (Martin and Alvisi 2006, lemma on
 * "vouches for".)
 */
final class Certificate {
    private final FbpQuorums quorums;
    private final List<Report> reports;

    Certificate(FbpQuorums quorums, List<Report> reports) {
        this.quorums = quorums;
        this.reports = reports;
    }

    List<Report> reports() {
        return reports;
    }

    /** Whether these are reports for that regency of enough different members, signed by them. */
    boolean isValid(long regency, Membership members, Signer signer) {
        int ranks = 0;
        for (Report report : reports) {
            int rank = members.rank(report.member());
            if (rank < 0 || report.regency() != regency || !report.isSigned(signer)) return false;
            ranks |= 1 << rank;
        }
        return Integer.bitCount(ranks) >= quorums.reports() && reports.size() <= members.size();
    }

    /** How many reporters have accepted that value in that slot. */
    int count(long slot, Value value) {
        int count = 0;
        for (Report report : reports) {
            Report.Vote vote = report.vote(slot);
            if (vote != null && vote.value().equals(value)) count++;
        }
        return count;
    }

    /** Whether the value may be proposed: "there is no v' != v that occurs ceil((a-f+1)/2) times". */
    boolean vouchesFor(long slot, Value value) {
        for (Report report : reports) {
            Report.Vote vote = report.vote(slot);
            if (vote == null || vote.value().equals(value)) continue;
            if (count(slot, vote.value()) >= quorums.forbidding()) return false;
        }
        return true;
    }

    /** The one value that may be proposed in that slot, or {@code null} if there are several. */
    Value only(long slot) {
        return withAtLeast(slot, quorums.forbidding());
    }

    /** A value that an honest acceptor has accepted there, or {@code null}. */
    Value believed(long slot) {
        return withAtLeast(slot, quorums.believed());
    }

    private Value withAtLeast(long slot, int least) {
        for (Report report : reports) {
            Report.Vote vote = report.vote(slot);
            if (vote != null && count(slot, vote.value()) >= least) return vote.value();
        }
        return null;
    }

    /** An honest reporter has applied this slot. */
    long applied() {
        long[] applied = reports.stream().mapToLong(Report::applied).sorted().toArray();
        return applied[applied.length - quorums.believed()];
    }

    /** The highest slot with a vote, not above {@code most}. */
    long highest(long most) {
        long highest = 0;
        for (Report report : reports)
            for (Report.Vote vote : report.votes())
                if (vote.slot() <= most) highest = Math.max(highest, vote.slot());
        return highest;
    }
}
