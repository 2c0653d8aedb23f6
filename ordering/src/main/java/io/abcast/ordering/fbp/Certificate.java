package io.abcast.ordering.fbp;

import io.abcast.kernel.Membership;
import io.abcast.ordering.log.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * A progress certificate: the signed reports of n-f acceptors at the beginning of a regency, the term of one leader. In
 * slots above the certificate's highest checkpoint, the leader may propose every value that the reports do not forbid.
 *
 * <p><b>Why no decision is lost:</b> suppose that an honest learner has decided value v in slot s in regency r', the
 * term of one leader. The claim to prove for a decided value v: each later certificate either has a checkpoint that
 * covers slot s, or forbids all other values in s. The proof is an induction over the certificates of later regencies,
 * in the order of their creation:
 * <ul>
 *   <li>To decide the value v, q = ceil((n+3f+1)/2) acceptors accepted v, of which at least q-f are honest. A
 *       certificate lacks the reports of f members, so it contains reports of at least q-2f = ceil((n-f+1)/2) honest
 *       acceptors that accepted v.
 *   <li>An honest acceptor that accepted v in regency r' has reported for the later regency r <i>after</i> it accepted
 *       v. An acceptor that has entered regency r accepts no value in an earlier regency. Between the acceptance of the
 *       decided value v and its report for regency r, an honest acceptor has accepted no other value in slot s.
 *       Acceptors accept only values that a certificate permits, and by induction the certificates of the regencies
 *       between r' and r permit only v in slot s. An acceptor accepts values only in slots above the checkpoint of the
 *       certificate and above its own checkpoint.
 *   <li>An acceptor drops a vote only if a proven checkpoint covers the vote's slot and the acceptor's durable log
 *       holds the order up to this checkpoint. After an acceptor has dropped a vote, all its reports contain the
 *       checkpoint that covers the vote, or a higher checkpoint. If a report of an acceptor that accepted v contains a
 *       checkpoint at or above slot s, the certificate's checkpoint is at or above slot s too. If a report of an
 *       acceptor that accepted v contains only checkpoints below slot s, the report contains the acceptor's vote for v.
 *   <li>If no acceptor that accepted v reports a checkpoint at or above slot s, ceil((n-f+1)/2) of the n-f reports
 *       contain v. As many as ceil((n-f+1)/2) reports of v forbid all values except v in slot s, because no other value
 *       can be in as many of the n-f reports.
 * </ul>
 *
 * <p>All slots up to a proven checkpoint are decided. Of the 2f+1 members that signed a checkpoint, f+1 are honest and
 * hold the decisions durably. No honest member accepts further values in slots up to a proven checkpoint. A member that
 * lacks decisions up to a checkpoint learns them from f+1 members that give equal answers. The proof that no decision
 * is lost does not depend on the slots that an acceptor has applied, nor on the time and number of its reports. The
 * proof depends only on the slots in which acceptors have dropped votes, and a checkpoint proves that these slots are
 * decided. Martin and Alvisi 2006, section 5, prove for one instance of consensus that no decision is lost; the
 * checkpoints are from Castro and Liskov 1999.
 *
 * <p><b>After the loss of a majority</b> of the votes, the operator starts members with {@code bootstrap}. A
 * bootstrapped member, which votes although it may have forgotten votes, marks its report as forgetful ({@link
 * Report#isForgetful}). The certificate counts k forgetful reports as k further votes for each value that another
 * member reports, because their senders may have voted for any value. A value may have been chosen if its reported
 * votes plus k reach {@link FbpQuorums#forbidding}. If several values may have been chosen in a slot, only the value
 * that was accepted in the latest regency counts. Let v be a value that was decided in regency r', and let a survivor
 * be an honest member that has not lost its votes. A survivor that accepted or applied the decided value v reports v
 * with the regency r' of the decision, or with a later regency. A survivor that has not taken part in the regency of
 * the decision may report another value with an earlier regency. No survivor reports another value with the regency of
 * the decision, because an honest leader proposes one value in a slot. By induction, no survivor reports a value other
 * than the decided value with a regency after the regency of the decision. While at most f reporters have forgotten
 * votes, a value needs f+1 reports to count as possibly decided, so the report of a single lying member changes
 * nothing. All members that signed the claims of a checkpoint may since have lost their storages, and with them the
 * order. Therefore an acceptor reports a checkpoint only if the acceptor itself holds the order up to the checkpoint.
 * So for each checkpoint of a certificate, at least one reporter holds the order up to the checkpoint.
 */
final class Certificate {
    private final FbpQuorums quorums;
    private final List<Report> reports;
    private final Checkpoint checkpoint;

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

    long bytes() {
        return reports.stream().mapToLong(Report::bytes).sum();
    }

    boolean includes(int ranks, Membership members) {
        return Report.areOf(ranks, reports, members);
    }

    Checkpoint checkpoint() {
        return checkpoint;
    }

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
     * The members that have lost their votes and that this certificate admits as voters again.
     *
     * <p><b>Why an admission is safe:</b> a member m that has lost its votes counts as one of the f faulty members
     * until its admission in regency r. All reporters of the admitting certificate entered its regency r after m's
     * present incarnation had asked for admission, so no earlier incarnation of m voted in r or later. Let q =
     * ceil((n+3f+1)/2) acceptors, perhaps with m's lost vote, decide value v in slot s in a regency before r. Of the q
     * acceptors that decided value v, at most f-1 besides m are faulty, and the certificate lacks at most f-1 of the
     * honest acceptors. So at least q-2f+1 &gt; f honest reporters have voted for value v in slot s, or hold a
     * checkpoint that covers slot s. Therefore every decided slot s is at or below {@link #highest}, or at or below the
     * certificate's checkpoint. An admitted member m votes only in slots above {@link #highest} and above the
     * certificate's checkpoint, or for decisions that m has applied. After its admission, member m sends no reports
     * until it holds, for each slot up to {@link #highest} and the certificate's checkpoint, a covering checkpoint or a
     * vote for the applied decision. So no report of member m lacks a vote that a later certificate needs. Lying
     * members cannot raise {@link #highest} without bound: it is the (f+1)-th highest reported slot, so at least one
     * honest member has reported this slot or a higher slot.
     */
    List<Candidate> admitted() {
        List<Candidate> admitted = new ArrayList<>(reports.get(0).candidates());
        for (Report report : reports) {
            admitted.retainAll(report.candidates());
            admitted.removeIf(candidate -> candidate.member() == report.member());
        }
        return admitted;
    }

    List<Integer> forgetful() {
        return reports.stream().filter(Report::isForgetful).map(Report::member).toList();
    }

    /**
     * The highest slot in which an admitted member may have lost a vote; up to it, the member votes only for decisions
     * that it has applied.
     */
    long blindThrough() {
        return Math.max(checkpoint.slot(), highest());
    }

    int count(long slot, Value value) {
        int count = 0;
        for (Report report : reports) {
            Report.Vote vote = report.vote(slot);
            if (vote != null && vote.value().equals(value)) count++;
        }
        return count;
    }

    /** The last regency in which a reporter has accepted {@code value} in {@code slot}; -1 without such a reporter. */
    private long last(long slot, Value value) {
        long last = -1;
        for (Report report : reports) {
            Report.Vote vote = report.vote(slot);
            if (vote != null && vote.value().equals(value)) last = Math.max(last, vote.regency());
        }
        return last;
    }

    private boolean outranks(long slot, Value one, Value other) {
        int order = Long.compare(last(slot, one), last(slot, other));
        return order > 0 || (order == 0 && count(slot, one) > count(slot, other));
    }

    /**
     * Whether this certificate permits the leader to propose {@code value} in {@code slot}. Martin and Alvisi 2006
     * permit a value v if "there is no v' != v that occurs ceil((a-f+1)/2) times" in the reports. The method {@code
     * vouchesFor} also adds the number of forgetful reports to the reports of another value v', if v' outranks v.
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
     * Chooses the value that the leader proposes in {@code slot}: the only permitted value; if the certificate permits
     * several values, a value that an honest acceptor has accepted, or {@link Value#NOTHING}.
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
     * Minimum number of reports of a value that show that the value may be decided: f+1, less the number of reporters
     * that have forgotten votes, but at least 1.
     */
    private int traces() {
        return Math.max(1, Math.min(quorums.believed(), quorums.forbidding() - forgetful));
    }

    private Value newest(long slot, int least) {
        Value newest = null;
        for (Report report : reports) {
            Report.Vote vote = report.vote(slot);
            if (vote == null || count(slot, vote.value()) < least) continue;
            if (newest == null || outranks(slot, vote.value(), newest)) newest = vote.value();
        }
        return newest;
    }

    long highest() {
        long[] last = reports.stream().mapToLong(Report::last).sorted().toArray();
        return last[last.length - traces()];
    }
}
