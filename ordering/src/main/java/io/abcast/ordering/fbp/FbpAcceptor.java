package io.abcast.ordering.fbp;

import io.abcast.kernel.Membership;
import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.log.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The acceptor of Fast Byzantine Paxos for the slots of a log. The engine sends no message that announces the
 * acceptor's regency (leader's term), votes or checkpoints before they are durable. The engine records each vote
 * separately in the log. {@link Certificate} explains why the acceptor's rules keep every decision.
 */
class FbpAcceptor {
    private final FbpQuorums quorums;
    private final EraSigner signer;
    private final long span;

    // The regency (leader's term) that this acceptor has entered last; the durable state contains
    // the regency.
    private long regency;

    /**
     * The acceptor's newest vote in each slot, by slot. The map of votes holds votes for at most {@link #span} slots.
     */
    private final TreeMap<Long, Report.Vote> votes = new TreeMap<>();

    /** The newest checkpoint up to which the order is in this member's durable log. */
    private Checkpoint settled = Checkpoint.NONE;

    /** The newest checkpoint up to which this member has applied the order. */
    private Checkpoint checkpoint = Checkpoint.NONE;

    /**
     * The checkpoints above {@link #settled}, the newest durable checkpoint, in ascending order. The last element of
     * the queue is {@link #checkpoint}. The queue contains at most {@link #UNSETTLED_MAX} elements.
     */
    private final ArrayDeque<Checkpoint> unsettled = new ArrayDeque<>();

    /**
     * Maximum number of checkpoints in {@link #unsettled}. When the queue is full, a new checkpoint replaces the last
     * checkpoint of the queue.
     */
    private static final int UNSETTLED_MAX = 8;

    /**
     * Value of {@link #reportsFrom} after the bootstrap of the member, until a certificate has named the slot up to
     * which votes may be lost.
     */
    private static final long UNKNOWN = Long.MAX_VALUE;

    /**
     * The highest slot in which the member may have lost votes. The member sends no reports until each slot up to
     * {@code reportsFrom} is covered by its checkpoint, or by its vote for the decided value.
     */
    private long reportsFrom;

    /**
     * The regency (leader's term) in which the operator bootstrapped the member; -1 if the member was not bootstrapped.
     */
    private long joined = -1;

    /**
     * The certificate of the acceptor's present regency (leader's term); {@code null} if the certificate has not
     * arrived. Regency 0 needs no certificate.
     */
    private Certificate certificate;

    /**
     * Creates an acceptor without votes.
     *
     * @param span number of slots above its checkpoint in which an honest acceptor votes; the same at every member
     */
    FbpAcceptor(FbpQuorums quorums, EraSigner signer, long span) {
        this.quorums = quorums;
        this.signer = signer;
        this.span = span;
    }

    /**
     * The acceptor's present regency (leader's term), which never decreases. The acceptor accepts no values that were
     * proposed in earlier regencies.
     */
    final long regency() {
        return regency;
    }

    /** Whether the acceptor has neither accepted a value nor entered a regency (leader's term) yet. */
    final boolean isNew() {
        return regency == 0 && votes.isEmpty() && checkpoint.slot() == 0;
    }

    final void enter(long newRegency) {
        assert newRegency > regency : newRegency + " after " + regency;
        regency = newRegency;
        certificate = null;
    }

    final Certificate certificate() {
        return certificate;
    }

    /**
     * Whether the acceptor has the certificate of its present regency (leader's term), or this regency needs no
     * certificate.
     */
    final boolean isCertified() {
        return regency == 0 || certificate != null;
    }

    /** Whether the certificate {@code shown} is valid for the regency {@code ofRegency}. */
    boolean isValid(Certificate shown, long ofRegency, Membership members) {
        return shown.isValid(ofRegency, members, signer, span);
    }

    /** Whether {@code report} is valid, so that a certificate may contain it. */
    final boolean isSound(Report report, Membership members) {
        return report.isSound(quorums, members, signer, span);
    }

    /**
     * Stores {@code valid}, the valid certificate of the acceptor's present regency (leader's term). After the
     * certificate is stored, the acceptor accepts only values that the certificate permits.
     */
    final void certify(Certificate valid) {
        certificate = valid;
        // No slot above blindThrough() was decided in an earlier regency (leader's term), so
        // forgotten votes in slots above it have no effect.
        if (reportsFrom == UNKNOWN && hasJoinedBefore()) reportsFrom = valid.blindThrough();
    }

    final Checkpoint checkpoint() {
        return checkpoint;
    }

    /**
     * Records {@code proven}, a proven checkpoint up to which this member has applied the order. The acceptor drops its
     * votes in the slots up to the checkpoint, and never votes in these slots again. The member sends no report until
     * its log is durable up to the checkpoint, because an earlier crash would restore the dropped votes.
     *
     * @return whether {@code proven} is higher than the acceptor's previous checkpoint
     */
    final boolean prove(Checkpoint proven) {
        if (proven.slot() <= checkpoint.slot()) return false;
        checkpoint = proven;
        if (unsettled.size() == UNSETTLED_MAX) unsettled.removeLast();
        unsettled.addLast(proven);
        votes.headMap(proven.slot(), true).clear();
        return true;
    }

    /**
     * Records that the log of this member is durable up to slot {@code durable}. The method {@code settle} returns
     * whether the caller must write the durable state of this acceptor again.
     */
    final boolean settle(long durable) {
        long before = settled.slot();
        while (!unsettled.isEmpty() && unsettled.getFirst().slot() <= durable)
            settled = unsettled.removeFirst();
        return settled.slot() > before;
    }

    /**
     * The slot of the newest checkpoint up to which the order is in this member's durable log. After a crash the member
     * needs no votes in slots up to {@code settledSlot}.
     */
    final long settledSlot() {
        return settled.slot();
    }

    /** The acceptor's newest vote in {@code slot}; {@code null} if the acceptor has no vote in the slot. */
    final Report.Vote vote(long slot) {
        return votes.get(slot);
    }

    /** The acceptor's newest votes in the slots up to {@code slot}. */
    final List<Report.Vote> votesThrough(long slot) {
        return new ArrayList<>(votes.headMap(slot, true).values());
    }

    /**
     * The highest slot in which the acceptor holds a vote; the slot of the checkpoint if the acceptor holds no vote.
     */
    final long highest() {
        return votes.isEmpty() ? checkpoint.slot() : votes.lastKey();
    }

    /**
     * Votes for {@code value} in {@code slot}, which the leader of the present regency has proposed.
     *
     * @param value the proposed value: {@link Value#NOTHING}, or a value that is signed by its origin.
     * @return the acceptor's vote in this regency (leader's term) and slot, which may be for an earlier proposal;
     *     {@code null} if the acceptor does not vote
     */
    final Report.Vote accept(long slot, Value value) {
        if (slot <= checkpoint.slot() || !isCertified()) return null;
        // Before its bootstrap, the member may have voted in the same regency (leader's term) and
        // forgotten the vote, so it does not vote in this regency again.
        if (joined == regency) return null;
        Report.Vote before = votes.get(slot);
        if (before != null && before.regency() == regency) return before;
        if (!mayAccept(slot, value)) return null;
        Report.Vote vote = new Report.Vote(slot, regency, value);
        votes.put(slot, vote);
        return vote;
    }

    /** Whether the acceptor has voted in {@code slot} in the present regency (leader's term). */
    final boolean hasVoted(long slot) {
        Report.Vote vote = votes.get(slot);
        return vote != null && vote.regency() == regency;
    }

    boolean mayAccept(long slot, Value value) {
        return certificate == null || certificate.vouchesFor(slot, value);
    }

    /**
     * Admits this member, which has lost its votes in slots up to {@code through}, as a voter in the regency (leader's
     * term) that it has entered. The admission cancels the effect of an earlier bootstrap of the member.
     */
    final void admit(long through) {
        assert votes.isEmpty() : votes;
        reportsFrom = reportsFrom == UNKNOWN ? through : Math.max(reportsFrom, through);
        joined = -1;
    }

    /**
     * Records the bootstrap of this member: its operator asserts that its lost votes do not matter, so the member
     * votes. A bootstrapped member follows only certificates that contain the reports of all voters that it has joined,
     * because their votes may be the only evidence of decisions.
     */
    final void join() {
        reportsFrom = UNKNOWN;
        joined = regency;
    }

    /** Whether the member is bootstrapped and has forgotten votes in slots that no checkpoint covers. */
    final boolean isForgetful() {
        return joined >= 0 && checkpoint.slot() < reportsFrom;
    }

    /**
     * Records a vote for {@code value}, which was decided in {@code slot} and has taken effect at this member. In a
     * report, the recorded vote shows the decision to the leader of a later regency, and it may be the only evidence of
     * the decision. The recorded vote names the present regency (leader's term), so it outranks votes of earlier
     * regencies for other values.
     *
     * @return the recorded vote; {@code null} if the acceptor already has this vote, or if the checkpoint covers the
     *     slot
     */
    final Report.Vote decided(long slot, Value value) {
        Report.Vote kept = new Report.Vote(slot, regency, value);
        boolean has = kept.equals(votes.get(slot));
        if (has || slot <= checkpoint.slot()) return null;
        votes.put(slot, kept);
        return kept;
    }

    /**
     * Whether the operator bootstrapped the member in an earlier regency (leader's term) than the present regency. If
     * {@code hasJoinedBefore} returns true, the member may vote in all slots, because the certificate of the present
     * regency is newer than all votes that the member has forgotten.
     */
    final boolean hasJoinedBefore() {
        return joined >= 0 && joined < regency;
    }

    /**
     * Whether the member may send a report of its votes. To report, the member must hold a vote or a covering
     * checkpoint for each slot in which it may have lost a vote. A member sends no report until its log is durable up
     * to its checkpoint.
     */
    final boolean mayReport() {
        if (!unsettled.isEmpty()) return false;
        return checkpoint.slot() >= reportsFrom || hasJoinedBefore() || holdsLostDecisions();
    }

    /**
     * Whether the member has a vote in each slot above its checkpoint in which it may have lost a vote. In slots where
     * it may have lost a vote, an admitted member votes only after {@link #decided} has recorded a vote for the decided
     * value.
     */
    private boolean holdsLostDecisions() {
        long first = checkpoint.slot() + 1;
        if (reportsFrom - first >= span) return false;
        return votes.subMap(first, true, reportsFrom, true).size() == reportsFrom - first + 1;
    }

    /** Returns the signed report of member {@code member} for the leader of the present regency. */
    Report report(int member, List<Candidate> candidates) {
        List<Report.Vote> all = List.copyOf(votes.values());
        return new Report(member, regency, checkpoint, all, candidates, new byte[0]).signed(signer);
    }

    /**
     * Passes the lengths and bounds of the votes and checkpoints to the visitor {@code to}, see {@link
     * io.abcast.ordering.log.Consensus#visitQueues}.
     */
    final void visitQueues(QueueVisitor to) {
        to.queue("votes", votes.size(), span);
        to.queue("checkpoints that wait for the disk", unsettled.size(), UNSETTLED_MAX);
    }

    /** Writes the state of the acceptor except the votes; {@link Report.Vote#write} writes a vote. */
    final void write(WireWriter out) {
        settled.write(out.varint(regency));
        out.varint(reportsFrom).varint(joined + 1);
    }

    /** Restores the acceptor's state that {@link #write} wrote. */
    final void restore(WireReader in) {
        regency = in.varint();
        settled = Checkpoint.read(in);
        checkpoint = settled;
        reportsFrom = in.varint();
        joined = in.varint() - 1;
    }

    /**
     * Restores a vote that this member recorded in its log before the restart. The engine restores the votes after it
     * has called {@link #restore(WireReader)}. After a crash, the log may hold a vote of a later regency (leader's
     * term) than the restored state, so restoring the vote also raises the acceptor's regency.
     */
    final void restore(Report.Vote vote) {
        regency = Math.max(regency, vote.regency());
        if (vote.slot() > checkpoint.slot()) votes.put(vote.slot(), vote);
    }
}
