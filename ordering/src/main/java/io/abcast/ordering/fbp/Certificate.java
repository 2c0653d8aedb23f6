package io.abcast.ordering.fbp;

import io.abcast.kernel.Membership;
import io.abcast.ordering.log.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * A progress certificate: the reports of n-f acceptors at the beginning of a regency, the term of one leader. Above the
 * certificate's highest checkpoint, the leader may propose any value that the reports in the certificate do not forbid.
 *
 * <p><b>Why no decision is lost.</b> Suppose that an honest learner has decided value v in slot s in regency r', the
 * term of one leader. For every certificate C of a later regency, slot s is not above C's checkpoint, or C forbids all
 * values except v in slot s. The proof that no decision is lost is by induction over the certificates of later
 * regencies, in the order of their creation:
 * <ul>
 * <li>The value v was accepted in regency r' by q = ceil((n+3f+1)/2) acceptors, of which at least q-f are honest. A
 * certificate lacks the reports of f members, so it has reports of at least q-2f = ceil((n-f+1)/2) honest acceptors
 * that accepted v.
 * <li>An honest acceptor that accepted v has reported for regency r <i>after</i> the acceptance. The reason is that it
 * accepts no value in an earlier regency once it has entered r. By induction, between the acceptance of v and its
 * report for regency r, the acceptor has accepted no value except v in slot s. The acceptor has accepted no other value
 * in slot s, because an acceptor accepts only values that a certificate permits. The slot of a permitted value must be
 * above the checkpoint of the certificate and above the acceptor's own checkpoint.
 * <li>An acceptor drops a vote for one reason only. A proven checkpoint covers the vote's slot, and the order up to the
 * checkpoint is in the acceptor's durable log. After an acceptor has dropped a vote, all its reports contain the
 * checkpoint that covers the vote, or a higher checkpoint. If the report of the acceptor contains a checkpoint at or
 * above slot s, the certificate's checkpoint is at or above s. If the report of the acceptor contains no checkpoint at
 * or above slot s, it contains the acceptor's vote for v.
 * <li>If no acceptor that accepted v reports a checkpoint at or above slot s, ceil((n-f+1)/2) of the n-f reports
 * contain v. If ceil((n-f+1)/2) reports contain v, they forbid all other values, and no other value can be in as many
 * reports.
 * </ul>
 *
 * <p>All slots up to a proven checkpoint are decided. Of the 2f+1 members that signed a checkpoint, f+1 are honest and
 * hold the decisions durably. No honest member accepts further values in slots up to a proven checkpoint. A member that
 * lacks decisions up to a checkpoint learns them from f+1 members that give equal answers. So the proof depends neither
 * on the slots that an acceptor has applied, nor on the time and number of its reports. Only the votes that an acceptor
 * has dropped matter for the proof, and the slots of dropped votes are proven to be decided. Martin and Alvisi 2006,
 * section 5, prove this for one instance of consensus; the checkpoints are from Castro and Liskov 1999.
 *
 * <p><b>After the loss of a majority.</b> A bootstrapped reporter, a member that votes although it may have forgotten
 * votes, marks its report as forgetful ({@link Report#isForgetful}). A forgetful reporter, which has lost votes, may
 * have voted for any value before. Therefore k reporters that have forgotten votes count as k further votes for each
 * value that another member reports. A value may have been chosen if its reported votes plus k reach the number of
 * reports that forbids other values. If several values may have been chosen in a slot, only the value that was accepted
 * in the latest regency counts. Let v be a value that was decided in regency r'. A surviving member that accepted v in
 * regency r' or applied v reports v with a regency of at least r'. A surviving member that has not taken part in
 * regency r' may report another value with an earlier regency. No honest surviving member reports a value other than v
 * with regency r', because an honest leader proposes one value in a slot. By induction, no honest surviving member
 * reports a value other than v with a regency after r'. While at most f reporters have forgotten votes, a value needs
 * f+1 reports, so the report of a single lying member changes nothing. All members that signed the claims of a
 * checkpoint may have lost their storages since they signed the claims. Therefore an acceptor reports a checkpoint only
 * if the acceptor holds the order up to the checkpoint. So for each checkpoint of a certificate, at least one reporter
 * holds the order up to the checkpoint.
 */
final class Certificate {
    private final FbpQuorums quorums;
    private final List<Report> reports;
    private final Checkpoint checkpoint;

    /** Number of members in this certificate that report that they have forgotten votes. */
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

    /** Approximate size of this certificate on the wire in bytes. */
    long bytes() {
        return reports.stream().mapToLong(Report::bytes).sum();
    }

    /** Whether this certificate contains a report of each member of the set {@code ranks}, with one bit per rank. */
    boolean includes(int ranks, Membership members) {
        return Report.areOf(ranks, reports, members);
    }

    /** The highest checkpoint in the reports of this certificate. */
    Checkpoint checkpoint() {
        return checkpoint;
    }

    /** Whether this certificate consists of valid reports of n-f different members for {@code regency}. */
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
     * The members without votes that this certificate admits as voters. All reports in this certificate name the
     * admitted members, and no admitted member has sent one of these reports.
     *
     * <p><b>Why this is safe.</b> A member m that has lost its votes counts as one of the f faulty members until it is
     * admitted in regency r. All reporters entered regency r after m's present incarnation had asked for admission, so
     * no earlier incarnation of m voted in r or later. Let q = ceil((n+3f+1)/2) acceptors, perhaps with m's lost vote,
     * decide value v in slot s in a regency before r. Besides m, at most f-1 of these q acceptors are faulty, and the
     * certificate lacks the reports of at most f-1 of the honest acceptors. So at least q-2f+1 &gt; f honest reporters
     * have voted for value v in slot s, or hold a checkpoint that covers s. Therefore slot s is at most {@link
     * #highest} or at most the checkpoint's slot. An admitted member m votes only above {@link #highest} and above the
     * checkpoint, or for decisions that m has applied. Member m sends reports again once a proven checkpoint covers all
     * slots up to {@link #highest} and up to the certificate's checkpoint. Member m also sends reports again once it
     * has applied the decisions in all of these slots and has voted for the decisions. So no report of member m lacks a
     * vote that a later certificate needs. A lying member cannot raise {@link #highest}, the (f+1)-th highest reported
     * slot, because an honest member has reported this slot or a higher slot.
     */
    List<Candidate> admitted() {
        List<Candidate> admitted = new ArrayList<>(reports.get(0).candidates());
        for (Report report : reports) {
            admitted.retainAll(report.candidates());
            admitted.removeIf(candidate -> candidate.member() == report.member());
        }
        return admitted;
    }

    /** Server ids of the reporters that have forgotten votes. */
    List<Integer> forgetful() {
        return reports.stream().filter(Report::isForgetful).map(Report::member).toList();
    }

    /**
     * The highest slot in which a member that this certificate admits may have lost a vote. After its admission, the
     * member votes only above the slot {@code blindThrough}.
     */
    long blindThrough() {
        return Math.max(checkpoint.slot(), highest());
    }

    /** Number of reporters in this certificate that have accepted {@code value} in {@code slot}. */
    int count(long slot, Value value) {
        int count = 0;
        for (Report report : reports) {
            Report.Vote vote = report.vote(slot);
            if (vote != null && vote.value().equals(value)) count++;
        }
        return count;
    }

    /**
     * The last regency in which a reporter has accepted {@code value} in {@code slot}; -1 if no reporter has accepted
     * the value in the slot.
     */
    private long last(long slot, Value value) {
        long last = -1;
        for (Report report : reports) {
            Report.Vote vote = report.vote(slot);
            if (vote != null && vote.value().equals(value)) last = Math.max(last, vote.regency());
        }
        return last;
    }

    /**
     * Whether the value {@code one} was accepted in a later regency than the value {@code other}, or in the same
     * regency by more members.
     */
    private boolean outranks(long slot, Value one, Value other) {
        int order = Long.compare(last(slot, one), last(slot, other));
        return order > 0 || (order == 0 && count(slot, one) > count(slot, other));
    }

    /**
     * Whether this certificate permits the leader to propose {@code value} in {@code slot}. The paper permits v if
     * "there is no v' != v that occurs ceil((a-f+1)/2) times" in the reports. The method {@code vouchesFor} counts
     * forgotten votes for another value v' if v' outranks v.
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
     * Chooses the value that the leader proposes in {@code slot}. If this certificate permits only one value in {@code
     * slot}, the method returns that value. If this certificate permits several values, the method returns a value that
     * an honest acceptor has accepted, or {@link Value#NOTHING}.
     *
     * @param isSigned whether the origin has signed the given value, according to the proof in this copy of the value
     */
    Value pick(long slot, Predicate<Value> isSigned) {
        Value only = withAtLeast(slot, quorums.forbidding());
        Value picked = only == null ? newest(slot, traces()) : only;
        if (picked == null) return Value.NOTHING;
        // A lying member may report the chosen value with an invalid proof, so pick() searches the
        // reports for a copy with a valid proof.
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
     * Minimum number of reports of a value that count as evidence that the value may be decided: f+1. If more than f
     * reporters have forgotten votes, fewer than f+1 reports can be enough, but at least one report is necessary.
     */
    private int traces() {
        return Math.max(1, Math.min(quorums.believed(), quorums.forbidding() - forgetful));
    }

    /**
     * Among the values that at least {@code least} members report for {@code slot}, returns the value that no other
     * value outranks. Returns {@code null} if fewer than {@code least} members report the same value.
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
     * Upper bound on the decided slots: no slot above {@code highest} is decided. Unless a majority of the members has
     * lost its votes, an honest acceptor has accepted a value in slot {@code highest} or above.
     */
    long highest() {
        long[] last = reports.stream().mapToLong(Report::last).sorted().toArray();
        return last[last.length - traces()];
    }
}
