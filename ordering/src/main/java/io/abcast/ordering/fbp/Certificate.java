package io.abcast.ordering.fbp;

import io.abcast.kernel.Membership;
import io.abcast.ordering.log.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * A progress certificate: the reports of n-f acceptors at the beginning of a regency. The certificate determines which
 * values the leader may propose in the slots beyond its highest checkpoint: any value that the reports do not forbid.
 *
 * <p><b>Why no decision is lost.</b> Suppose that an honest learner has decided value v in slot s in regency r'. Then
 * for every later regency r and every certificate of r, one of two statements holds: s is not beyond the certificate's
 * checkpoint, or the certificate forbids all values except v in s. The proof is by induction over the certificates of
 * later regencies, in the order of their creation:
 * <ul>
 * <li>v was accepted in r' by q = ceil((n+3f+1)/2) acceptors, of which at least q-f are honest. A certificate lacks the
 *     reports of f members, so it has reports of at least q-2f = ceil((n-f+1)/2) of those honest acceptors.
 * <li>Such an acceptor has reported for r <i>after</i> it accepted v, because an acceptor that has entered r accepts
 *     nothing in earlier regencies. By induction, between the acceptance and its report it has accepted no value except
 * v in s. The acceptor accepts only values that a certificate permits, and only in slots beyond the checkpoint of that
 * certificate and beyond its own checkpoint.
 * <li>The acceptor drops a vote for one reason only: a proven checkpoint covers the vote's slot, and the order up to
 * the checkpoint is in the acceptor's durable log. All later reports of the acceptor contain this checkpoint or a
 * higher one. So there are two cases. If the acceptor shows a checkpoint at or above s, the certificate's checkpoint is
 * at or above s. Otherwise its report contains its vote for v.
 * <li>If none of these acceptors shows a checkpoint at or above s, ceil((n-f+1)/2) of the n-f reports contain v. This
 *     number of reports forbids all other values, and no other value can be reported as often.
 * </ul>
 *
 * <p>Slots that are not beyond the checkpoint are decided. Of the 2f+1 members that signed the checkpoint, f+1 are
 * honest and hold the decisions durably. No honest member accepts values in these slots. A member that lacks the
 * decisions learns them from f+1 members that give equal answers. So it does not matter which slots an acceptor has
 * applied, when it reports, or how often. Only the votes that the acceptor has dropped matter, and their slots are
 * proven to be decided. Martin and Alvisi 2006, section 5, prove this for one instance; the checkpoints are those of
 * Castro and Liskov 1999.
 *
 * <p><b>After the loss of a majority.</b> A bootstrapped reporter has forgotten its votes, and its report is marked as
 * forgetful ({@link Report#isForgetful}). Such a reporter may have voted for any value. Therefore k forgetful reporters
 * count for each value that another member reports. A value may have been chosen if its votes plus k reach the number
 * of reports that forbids other values. If several values may have been chosen, only the value that was accepted in the
 * latest regency counts. Let v be decided in regency r'. A survivor that accepted v in r' or applied it reports v with
 * a regency of at least r'. A survivor that has not taken part in r' may report another value with an earlier regency.
 * No honest survivor reports another value with r', because an honest leader proposes one value in a slot. By
 * induction, no honest survivor reports another value with a later regency. While k is at most f, a value needs f+1
 * reports, so the report of a liar alone changes nothing. All members that signed the claims of a checkpoint may have
 * lost their storages since then. Therefore an acceptor shows a checkpoint only if it holds the order up to it. So each
 * checkpoint of a certificate has a reporter that holds the order up to it.
 */
final class Certificate {
    private final FbpQuorums quorums;
    private final List<Report> reports;
    private final Checkpoint checkpoint;

    /** Number of reporters that have forgotten votes. */
    private final int forgetful;

    Certificate(FbpQuorums quorums, List<Report> reports) {
        this.quorums = quorums;
        this.reports = reports;
        Checkpoint highest = Checkpoint.NONE;
        for (Report report : reports)
            if (report.checkpoint().slot() > highest.slot()) highest = report.checkpoint();
        checkpoint = highest;
        forgetful = (int) reports.stream().filter(Report::isForgetful).count();
    }

    List<Report> reports() {
        return reports;
    }

    /** Approximate size on the wire in bytes. */
    long bytes() {
        return reports.stream().mapToLong(Report::bytes).sum();
    }

    /** Whether the members of this set, with one bit per rank, have reported. */
    boolean includes(int ranks, Membership members) {
        return Report.areOf(ranks, reports, members);
    }

    /** The highest checkpoint of all reports. */
    Checkpoint checkpoint() {
        return checkpoint;
    }

    /** Whether this certificate has valid reports of n-f different members for {@code regency}. */
    boolean isValid(long regency, Membership members, EraSigner signer, long span) {
        if (reports.size() != quorums.reports()) return false;
        int ranks = 0;
        for (Report report : reports) {
            int rank = members.rank(report.member());
            if (rank < 0 || report.regency() != regency) return false;
            ranks |= 1 << rank;
        }
        if (Integer.bitCount(ranks) != reports.size()) return false;
        for (Report report : reports)
            if (!report.isSound(quorums, members, signer, span)) return false;
        return true;
    }

    /**
     * The members that this certificate admits: members that all reports name and that sent none of the reports.
     *
     * <p><b>Why this is safe.</b> Member m has lost its votes, so it is one of the f faulty members until it is
     * admitted in regency r. All reporters entered r after m's present incarnation had asked for admission, so no
     * earlier incarnation of m voted in r or later. Let q = ceil((n+3f+1)/2) acceptors, perhaps with m's lost vote,
     * decide v in slot s in a regency before r. Besides m, at most f-1 of these acceptors are faulty, and the
     * certificate lacks the reports of at most f-1 of the other acceptors. So at least q-2f+1 &gt; f honest reporters
     * have voted for v in s, or hold a checkpoint that covers s. Therefore s is not above both {@link #highest} and the
     * checkpoint. Member m votes only in slots above these two, and for decisions that it has applied. Member m reports
     * again once a proven checkpoint covers all slots up to these two. It also reports again once it has applied the
     * decisions in all of these slots and votes for them. So no report of m lacks a vote that a later certificate
     * needs. A lying member cannot raise {@link #highest}, because an honest member has named the (f+1)-th highest slot
     * or a higher one.
     */
    List<Candidate> admitted() {
        List<Candidate> admitted = new ArrayList<>(reports.get(0).candidates());
        for (Report report : reports) {
            admitted.retainAll(report.candidates());
            admitted.removeIf(candidate -> candidate.member() == report.member());
        }
        return admitted;
    }

    /** The reporters that have forgotten votes. */
    List<Integer> forgetful() {
        return reports.stream().filter(Report::isForgetful).map(Report::member).toList();
    }

    /** The highest slot in which an admitted member may have lost a vote. The member votes only above this slot. */
    long blindThrough() {
        return Math.max(checkpoint.slot(), highest());
    }

    /** Number of reporters that have accepted {@code value} in {@code slot}. */
    int count(long slot, Value value) {
        int count = 0;
        for (Report report : reports) {
            Report.Vote vote = report.vote(slot);
            if (vote != null && vote.value().equals(value)) count++;
        }
        return count;
    }

    /** The last regency in which a reporter has accepted {@code value} in {@code slot}; -1 without such a regency. */
    private long last(long slot, Value value) {
        long last = -1;
        for (Report report : reports) {
            Report.Vote vote = report.vote(slot);
            if (vote != null && vote.value().equals(value)) last = Math.max(last, vote.regency());
        }
        return last;
    }

    /**
     * Whether {@code one} was accepted in a later regency than {@code other}, or in the same regency by more members.
     */
    private boolean outranks(long slot, Value one, Value other) {
        int order = Long.compare(last(slot, one), last(slot, other));
        return order > 0 || (order == 0 && count(slot, one) > count(slot, other));
    }

    /**
     * Whether the value may be proposed. The paper's condition is: "there is no v' != v that occurs ceil((a-f+1)/2)
     * times". Forgotten votes count for v' if v' outranks v.
     */
    boolean vouchesFor(long slot, Value value) {
        if (slot <= checkpoint.slot()) return false;
        for (Report report : reports) {
            Report.Vote vote = report.vote(slot);
            if (vote == null || vote.value().equals(value)) continue;
            int its = count(slot, vote.value());
            if (its >= quorums.forbidding()) return false;
            boolean chosen = forgetful > 0 && its + forgetful >= quorums.forbidding();
            if (chosen && outranks(slot, vote.value(), value)) return false;
        }
        return true;
    }

    /**
     * Chooses the value to propose in {@code slot}. If only one value is permitted, the method returns that value.
     * Otherwise the result is a value that an honest acceptor has accepted, or {@link Value#NOTHING}.
     *
     * @param isSigned whether the origin of a value has signed it, according to the proof in that copy of the value
     */
    Value pick(long slot, Predicate<Value> isSigned) {
        Value only = withAtLeast(slot, quorums.forbidding());
        Value picked = only == null ? newest(slot, traces()) : only;
        if (picked == null) return Value.NOTHING;
        // A lying member may report the value with an invalid proof.
        for (Report report : reports) {
            Report.Vote vote = report.vote(slot);
            if (vote != null && vote.value().equals(picked) && isSigned.test(vote.value()))
                return vote.value();
        }
        return picked;
    }

    private Value withAtLeast(long slot, int least) {
        for (Report report : reports) {
            Report.Vote vote = report.vote(slot);
            if (vote != null && count(slot, vote.value()) >= least) return vote.value();
        }
        return null;
    }

    /**
     * Minimum number of reports of a value that count as evidence that it may be decided: f+1. If more than f reporters
     * have forgotten votes, fewer reports can be enough, but at least one.
     */
    private int traces() {
        return Math.max(1, Math.min(quorums.believed(), quorums.forbidding() - forgetful));
    }

    /**
     * Among the values that at least {@code least} members report, returns the value that no other value outranks;
     * {@code null} if there is no such value.
     */
    private Value newest(long slot, int least) {
        Value newest = null;
        for (Report report : reports) {
            Report.Vote vote = report.vote(slot);
            if (vote == null || count(slot, vote.value()) < least) continue;
            if (newest == null || outranks(slot, vote.value(), newest)) newest = vote.value();
        }
        return newest;
    }

    /**
     * Upper bound on the decided slots: no slot above the returned slot is decided. Unless a majority has lost its
     * votes, an honest acceptor has accepted a value in the returned slot or above it.
     */
    long highest() {
        long[] last = reports.stream().mapToLong(Report::last).sorted().toArray();
        return last[last.length - traces()];
    }
}
