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
 * The acceptor of Fast Byzantine Paxos for the slots of a log. The caller ensures that regency, votes and checkpoint
 * are durable before a message announces them. Each vote is written separately. {@link Certificate} explains why the
 * acceptor's rules suffice.
 */
class FbpAcceptor {
    private final FbpQuorums quorums;
    private final EraSigner signer;
    private final long span;

    // The present regency, which is part of the durable state.
    private long regency;

    /** By slot: the acceptor's newest vote. The map has at most {@link #span} slots. */
    private final TreeMap<Long, Report.Vote> votes = new TreeMap<>();

    /** The newest checkpoint whose order is in the durable log. */
    private Checkpoint settled = Checkpoint.NONE;

    /** The newest checkpoint whose order this member has applied. */
    private Checkpoint checkpoint = Checkpoint.NONE;

    /**
     * Checkpoints beyond {@link #settled}, in ascending order; the last one is {@link #checkpoint}. At most {@link
     * #UNSETTLED_MAX}.
     */
    private final ArrayDeque<Checkpoint> unsettled = new ArrayDeque<>();

    /** Maximum number of {@link #unsettled} checkpoints. At this bound a new checkpoint replaces the last one. */
    private static final int UNSETTLED_MAX = 8;

    /** Value of {@link #reportsFrom} while no certificate has named the slot since the member was bootstrapped. */
    private static final long UNKNOWN = Long.MAX_VALUE;

    /**
     * The highest slot in which the member may have lost votes. The member sends reports again in two cases: its
     * checkpoint covers this slot, or it holds a vote for the decided value in each slot between its checkpoint and
     * this slot.
     */
    private long reportsFrom;

    /** The regency in which the member was bootstrapped; -1 if the member was not bootstrapped. */
    private long joined = -1;

    /** The certificate of the present regency; regency 0 needs no certificate. */
    private Certificate certificate;

    /**
     * Creates an acceptor without votes.
     *
     * @param span number of slots beyond its checkpoint in which an honest acceptor votes; the same at every member
     */
    FbpAcceptor(FbpQuorums quorums, EraSigner signer, long span) {
        this.quorums = quorums;
        this.signer = signer;
        this.span = span;
    }

    /** The present regency; never decreases. The acceptor accepts no values of earlier regencies. */
    final long regency() {
        return regency;
    }

    /** Whether the acceptor has neither accepted a value nor entered a regency yet. */
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

    /** Whether the acceptor has the certificate of the present regency, or the regency needs no certificate. */
    final boolean isCertified() {
        return regency == 0 || certificate != null;
    }

    /** Whether the certificate {@code shown} is valid for the regency {@code ofRegency}. */
    boolean isValid(Certificate shown, long ofRegency, Membership members) {
        return shown.isValid(ofRegency, members, signer, span);
    }

    /** Whether the report is valid, so that it may be part of a certificate. */
    final boolean isSound(Report report, Membership members) {
        return report.isSound(quorums, members, signer, span);
    }

    /**
     * Stores the certificate of the present regency, which must be valid. From now on the acceptor accepts only values
     * that this certificate allows.
     */
    final void certify(Certificate valid) {
        certificate = valid;
        // No slot above blindThrough() was decided in an earlier regency, so forgotten votes in
        // these slots do not
        // matter.
        if (reportsFrom == UNKNOWN && hasJoinedBefore()) reportsFrom = valid.blindThrough();
    }

    final Checkpoint checkpoint() {
        return checkpoint;
    }

    /**
     * Records a proven checkpoint whose order this member has applied. The acceptor drops its votes in the slots up to
     * the checkpoint, and does not vote in these slots any more. Until the log is durable through the checkpoint, a
     * crash restores the votes, and the member sends no report.
     *
     * @return whether the checkpoint is higher than the present one
     */
    final boolean prove(Checkpoint proven) {
        if (proven.slot() <= checkpoint.slot()) return false;
        checkpoint = proven;
        if (unsettled.size() == UNSETTLED_MAX) unsettled.removeLast();
        unsettled.addLast(proven);
        votes.headMap(proven.slot(), true).clear();
        return true;
    }

    /** Records that the log of this member is durable through a slot. Returns whether the durable state changes. */
    final boolean settle(long durable) {
        long before = settled.slot();
        while (!unsettled.isEmpty() && unsettled.getFirst().slot() <= durable)
            settled = unsettled.removeFirst();
        return settled.slot() > before;
    }

    /** The slot of the newest durable checkpoint. After a crash the member needs no votes up to this slot. */
    final long settledSlot() {
        return settled.slot();
    }

    /** The newest vote in {@code slot}; {@code null} without a vote. */
    final Report.Vote vote(long slot) {
        return votes.get(slot);
    }

    /** The votes in the slots up to {@code through}. */
    final List<Report.Vote> votesThrough(long slot) {
        return new ArrayList<>(votes.headMap(slot, true).values());
    }

    /** The highest slot with a vote; the slot of the checkpoint if the acceptor holds no vote. */
    final long highest() {
        return votes.isEmpty() ? checkpoint.slot() : votes.lastKey();
    }

    /**
     * Votes for a value that the leader of the present regency has proposed.
     *
     * @param value {@link Value#NOTHING}, or a value signed by its origin
     * @return the vote in this regency, which may be for an earlier proposal; {@code null} if the acceptor does not
     *     vote
     */
    final Report.Vote accept(long slot, Value value) {
        if (slot <= checkpoint.slot() || !isCertified()) return null;
        // The bootstrapped member may have voted in this regency and forgotten the vote.
        if (joined == regency) return null;
        Report.Vote before = votes.get(slot);
        if (before != null && before.regency() == regency) return before;
        if (!mayAccept(slot, value)) return null;
        Report.Vote vote = new Report.Vote(slot, regency, value);
        votes.put(slot, vote);
        return vote;
    }

    /** Whether the acceptor has voted in {@code slot} in this regency. */
    final boolean hasVoted(long slot) {
        Report.Vote vote = votes.get(slot);
        return vote != null && vote.regency() == regency;
    }

    boolean mayAccept(long slot, Value value) {
        return certificate == null || certificate.vouchesFor(slot, value);
    }

    /**
     * Handles the admission of this member, which has lost its votes up to {@code through}. The member continues
     * without votes in the regency that it has entered. From now on it no longer matters whether an earlier storage of
     * the member was bootstrapped.
     */
    final void admit(long through) {
        assert votes.isEmpty() : votes;
        reportsFrom = reportsFrom == UNKNOWN ? through : Math.max(reportsFrom, through);
        joined = -1;
    }

    /**
     * Handles the bootstrap of this member: its operator asserts that its lost votes do not matter, so the member
     * votes. The member follows only certificates that contain the reports of the voters that it has joined, because
     * the votes of these voters may be the only evidence of decisions.
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
     * Records a vote for a value that was decided and has taken effect at this member. In a report, the vote shows the
     * decision to the leader of a later regency, and may be the only evidence of it. The vote names the present
     * regency, which is not earlier than the regency of the decision. So this vote outranks votes of earlier regencies
     * for other values.
     *
     * @return the vote; {@code null} if the acceptor already has this vote, or if the checkpoint covers the slot
     */
    final Report.Vote decided(long slot, Value value) {
        Report.Vote kept = new Report.Vote(slot, regency, value);
        boolean has = kept.equals(votes.get(slot));
        if (has || slot <= checkpoint.slot()) return null;
        votes.put(slot, kept);
        return kept;
    }

    /**
     * Whether the member was bootstrapped in an earlier regency. Such a member may vote also in slots in which it has
     * forgotten its votes, because the present certificate is newer than the forgotten votes.
     */
    final boolean hasJoinedBefore() {
        return joined >= 0 && joined < regency;
    }

    /**
     * Whether the member may send a report: it holds a vote or a checkpoint for each lost vote, and its log is durable
     * through its checkpoint.
     */
    final boolean mayReport() {
        if (!unsettled.isEmpty()) return false;
        return checkpoint.slot() >= reportsFrom || hasJoinedBefore() || holdsLostDecisions();
    }

    /**
     * Whether the member has a vote in each slot beyond its checkpoint in which it may have lost a vote. In such a
     * slot, an admitted member votes only after {@link #decided} has recorded a vote. So each vote in these slots is
     * for the decided value.
     */
    private boolean holdsLostDecisions() {
        long first = checkpoint.slot() + 1;
        if (reportsFrom - first >= span) return false;
        return votes.subMap(first, true, reportsFrom, true).size() == reportsFrom - first + 1;
    }

    /** The report for the leader of the present regency. */
    Report report(int member, List<Candidate> candidates) {
        List<Report.Vote> all = List.copyOf(votes.values());
        return new Report(member, regency, checkpoint, all, candidates, new byte[0]).signed(signer);
    }

    /** See {@link io.abcast.ordering.log.Consensus#visitQueues}. */
    final void visitQueues(QueueVisitor to) {
        to.queue("votes", votes.size(), span);
        to.queue("checkpoints that wait for the disk", unsettled.size(), UNSETTLED_MAX);
    }

    /** Writes everything except the votes, which {@link Report.Vote#write} writes. */
    final void write(WireWriter out) {
        settled.write(out.varint(regency));
        out.varint(reportsFrom).varint(joined + 1);
    }

    /** Restores the output of {@link #write}. */
    final void restore(WireReader in) {
        regency = in.varint();
        settled = Checkpoint.read(in);
        checkpoint = settled;
        reportsFrom = in.varint();
        joined = in.varint() - 1;
    }

    /**
     * Restores a vote that was recorded before the restart. Called after {@link #restore(WireReader)}. The vote may be
     * durable although the state with the regency of the vote is not durable.
     */
    final void restore(Report.Vote vote) {
        regency = Math.max(regency, vote.regency());
        if (vote.slot() > checkpoint.slot()) votes.put(vote.slot(), vote);
    }
}
