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
 * acceptor's regency (leader's term), votes or checkpoints before they are durable. {@link Certificate} explains why
 * the acceptor's rules keep every decision.
 */
class FbpAcceptor {
    private final FbpQuorums quorums;
    private final EraSigner signer;
    private final long span;

    private long regency;

    /** The acceptor's newest vote in each slot, by slot; at most {@link #span} votes. */
    private final TreeMap<Long, Report.Vote> votes = new TreeMap<>();

    private Checkpoint settled = Checkpoint.NONE;

    private Checkpoint checkpoint = Checkpoint.NONE;

    /**
     * The checkpoints above {@link #settled}, the newest durable checkpoint, in ascending order; the last element is
     * {@link #checkpoint}.
     */
    private final ArrayDeque<Checkpoint> unsettled = new ArrayDeque<>();

    /**
     * Maximum number of checkpoints in {@link #unsettled}; beyond it, a new checkpoint replaces the last checkpoint of
     * the queue.
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
     * The certificate of the acceptor's present regency (leader's term); {@code null} until it arrives, and in regency
     * 0, which needs no certificate.
     */
    private Certificate certificate;

    FbpAcceptor(FbpQuorums quorums, EraSigner signer, long span) {
        this.quorums = quorums;
        this.signer = signer;
        this.span = span;
    }

    final long regency() {
        return regency;
    }

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

    final boolean isCertified() {
        return regency == 0 || certificate != null;
    }

    boolean isValid(Certificate shown, long ofRegency, Membership members) {
        return shown.isValid(ofRegency, members, signer, span);
    }

    final boolean isSound(Report report, Membership members) {
        return report.isSound(quorums, members, signer, span);
    }

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
     * Records a checkpoint up to which this member has applied the order, and drops the votes up to it. The member
     * sends no report until its log is durable up to the checkpoint, because an earlier crash would restore the dropped
     * votes.
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
     * Records that the log is durable up to slot {@code durable}; returns whether the caller must write the durable
     * state of this acceptor again.
     */
    final boolean settle(long durable) {
        long before = settled.slot();
        while (!unsettled.isEmpty() && unsettled.getFirst().slot() <= durable)
            settled = unsettled.removeFirst();
        return settled.slot() > before;
    }

    final long settledSlot() {
        return settled.slot();
    }

    final Report.Vote vote(long slot) {
        return votes.get(slot);
    }

    final List<Report.Vote> votesThrough(long slot) {
        return new ArrayList<>(votes.headMap(slot, true).values());
    }

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

    final boolean hasVoted(long slot) {
        Report.Vote vote = votes.get(slot);
        return vote != null && vote.regency() == regency;
    }

    boolean mayAccept(long slot, Value value) {
        return certificate == null || certificate.vouchesFor(slot, value);
    }

    final void admit(long through) {
        assert votes.isEmpty() : votes;
        reportsFrom = reportsFrom == UNKNOWN ? through : Math.max(reportsFrom, through);
        joined = -1;
    }

    /**
     * Records the bootstrap: the operator asserts that the lost votes of this member do not matter. A bootstrapped
     * member follows only certificates with reports of all voters that it has joined, because their votes may be the
     * only evidence of decisions.
     */
    final void join() {
        reportsFrom = UNKNOWN;
        joined = regency;
    }

    final boolean isForgetful() {
        return joined >= 0 && checkpoint.slot() < reportsFrom;
    }

    /**
     * Records a vote for {@code value}, which was decided in {@code slot} and has taken effect at this member, because
     * the vote may be the only evidence of the decision. The vote names the present regency (leader's term), so it
     * outranks votes of earlier regencies for other values.
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
     * Whether the bootstrap was in an earlier regency than the present one; the member may then vote in all slots,
     * because the present certificate is newer than its forgotten votes.
     */
    final boolean hasJoinedBefore() {
        return joined >= 0 && joined < regency;
    }

    /**
     * Whether the member may send a report: it must hold a vote or a covering checkpoint for each slot in which it may
     * have lost a vote.
     */
    final boolean mayReport() {
        if (!unsettled.isEmpty()) return false;
        return checkpoint.slot() >= reportsFrom || hasJoinedBefore() || holdsLostDecisions();
    }

    private boolean holdsLostDecisions() {
        long first = checkpoint.slot() + 1;
        if (reportsFrom - first >= span) return false;
        return votes.subMap(first, true, reportsFrom, true).size() == reportsFrom - first + 1;
    }

    Report report(int member, List<Candidate> candidates) {
        List<Report.Vote> all = List.copyOf(votes.values());
        return new Report(member, regency, checkpoint, all, candidates, new byte[0]).signed(signer);
    }

    final void visitQueues(QueueVisitor to) {
        to.queue("votes", votes.size(), span);
        to.queue("checkpoints that wait for the disk", unsettled.size(), UNSETTLED_MAX);
    }

    final void write(WireWriter out) {
        settled.write(out.varint(regency));
        out.varint(reportsFrom).varint(joined + 1);
    }

    final void restore(WireReader in) {
        regency = in.varint();
        settled = Checkpoint.read(in);
        checkpoint = settled;
        reportsFrom = in.varint();
        joined = in.varint() - 1;
    }

    /**
     * Restores a vote from the log, after {@link #restore(WireReader)}. The vote may be of a later regency (leader's
     * term) than the restored state, so it also raises the acceptor's regency.
     */
    final void restore(Report.Vote vote) {
        regency = Math.max(regency, vote.regency());
        if (vote.slot() > checkpoint.slot()) votes.put(vote.slot(), vote);
    }
}
