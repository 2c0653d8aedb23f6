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
 * The acceptor of Fast Byzantine Paxos for the slots of a log. Regency, votes and checkpoint are durable before a
 * message announces them: the caller sees to that. Each vote is written apart. Why its rules suffice: {@link Certificate}.
 */
class FbpAcceptor {
    private final FbpQuorums quorums;
    private final EraSigner signer;
    private final long span;

    // Durable.
    private long regency;

    /** By slot. Bound: {@link #span}. */
    private final TreeMap<Long, Report.Vote> votes = new TreeMap<>();

    /** The newest checkpoint whose order is in the durable log. */
    private Checkpoint settled = Checkpoint.NONE;

    /** The newest checkpoint whose order this member has applied. */
    private Checkpoint checkpoint = Checkpoint.NONE;

    /** Checkpoints beyond {@link #settled}, ascending; the last one is {@link #checkpoint}. Bound: {@link #UNSETTLED_MAX}. */
    private final ArrayDeque<Checkpoint> unsettled = new ArrayDeque<>();

    /** At the bound the last one but the newest is dropped. */
    private static final int UNSETTLED_MAX = 8;

    /** In place of a slot: no certificate has named it since the member joined others. */
    private static final long UNKNOWN = Long.MAX_VALUE;

    /** It reports again once its checkpoint covers this slot: its votes up to there may be lost. */
    private long reportsFrom;

    /** The regency in which it joined others on the operator's word; -1: it has not. */
    private long joined = -1;

    /** Of the present regency; none is needed in regency 0. */
    private Certificate certificate;

    /** @param span slots beyond its checkpoint in which an honest acceptor votes; the same at every member */
    FbpAcceptor(FbpQuorums quorums, EraSigner signer, long span) {
        this.quorums = quorums;
        this.signer = signer;
        this.span = span;
    }

    /** It accepts nothing in earlier ones; never decreases. */
    final long regency() {
        return regency;
    }

    /** Whether it has never accepted or entered anything. */
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

    /** Whether it knows who may lead the present regency. */
    final boolean isCertified() {
        return regency == 0 || certificate != null;
    }

    /** Whether that is a certificate of that regency. */
    boolean isValid(Certificate shown, long ofRegency, Membership members) {
        return shown.isValid(ofRegency, members, signer, span);
    }

    /** Whether it may be part of a certificate. */
    final boolean isSound(Report report, Membership members) {
        return report.isSound(quorums, members, signer, span);
    }

    /** Acts by that valid certificate of the present regency from now on. */
    final void certify(Certificate valid) {
        certificate = valid;
        // No slot above was decided before, so its forgotten votes there do not matter.
        if (reportsFrom == UNKNOWN && hasJoinedBefore()) reportsFrom = valid.blindThrough();
    }

    final Checkpoint checkpoint() {
        return checkpoint;
    }

    /**
     * That is proven, and this member has applied the order up to it: no votes are needed up to there, and none are given. Until the log is durable
     * through it, a crash brings the votes back, and this member sends no report.
     *
     * @return whether it is news
     */
    final boolean prove(Checkpoint proven) {
        if (proven.slot() <= checkpoint.slot()) return false;
        checkpoint = proven;
        if (unsettled.size() == UNSETTLED_MAX) unsettled.removeLast();
        unsettled.addLast(proven);
        votes.headMap(proven.slot(), true).clear();
        return true;
    }

    /** The log of this member is durable through that slot. @return whether the durable state changes */
    final boolean settle(long durable) {
        long before = settled.slot();
        while (!unsettled.isEmpty() && unsettled.getFirst().slot() <= durable)
            settled = unsettled.removeFirst();
        return settled.slot() > before;
    }

    /** No vote up to that slot is needed after a crash. */
    final long settledSlot() {
        return settled.slot();
    }

    /** Its newest vote in that slot, or {@code null}. */
    final Report.Vote vote(long slot) {
        return votes.get(slot);
    }

    /** The votes in the slots up to that one. */
    final List<Report.Vote> votesThrough(long slot) {
        return new ArrayList<>(votes.headMap(slot, true).values());
    }

    /** The highest slot in which it has or had a vote, or need not. */
    final long highest() {
        return votes.isEmpty() ? checkpoint.slot() : votes.lastKey();
    }

    /**
     * What the leader of the present regency has proposed.
     *
     * @param value nothing, or signed by its origin
     * @return its vote in this regency, which may be for something that was proposed before; {@code null}: it has none
     */
    final Report.Vote accept(long slot, Value value) {
        if (slot <= checkpoint.slot() || !isCertified()) return null;
        // A vote that it has forgotten may be of this regency.
        if (joined == regency) return null;
        Report.Vote before = votes.get(slot);
        if (before != null && before.regency() == regency) return before;
        if (!mayAccept(slot, value)) return null;
        Report.Vote vote = new Report.Vote(slot, regency, value);
        votes.put(slot, vote);
        return vote;
    }

    /** Whether it has voted in that slot in this regency. */
    final boolean hasVoted(long slot) {
        Report.Vote vote = votes.get(slot);
        return vote != null && vote.regency() == regency;
    }

    boolean mayAccept(long slot, Value value) {
        return certificate == null || certificate.vouchesFor(slot, value);
    }

    /**
     * The member has lost its votes up to that slot; it begins without votes in the regency that it has entered. The operator's word for an
     * earlier storage does not cover these votes.
     */
    final void admit(long through) {
        assert votes.isEmpty() : votes;
        reportsFrom = reportsFrom == UNKNOWN ? through : Math.max(reportsFrom, through);
        joined = -1;
    }

    /**
     * The member has lost its votes, and the operator asserts that they do not matter. It acts by certificates only that contain the reports of the
     * members that it has joined, because their votes may be all that is left of decisions.
     */
    final void join() {
        reportsFrom = UNKNOWN;
        joined = regency;
    }

    /** Whether it has forgotten votes in slots that no checkpoint covers, and votes on the operator's word. */
    final boolean isForgetful() {
        return joined >= 0 && checkpoint.slot() < reportsFrom;
    }

    /**
     * That value is decided in that slot, and taken effect here. The vote for it says so to the leader of a later regency, which may find no other trace of
     * the decision.
     *
     * @return the vote; {@code null} if there is one already, or none is needed
     */
    final Report.Vote decided(long slot, Value value) {
        Report.Vote before = votes.get(slot);
        boolean has = before != null && before.value().equals(value);
        if (has || slot <= checkpoint.slot()) return null;
        Report.Vote kept = new Report.Vote(slot, isCertified() ? regency : regency - 1, value);
        votes.put(slot, kept);
        return kept;
    }

    /**
     * Whether it has joined others in an earlier regency. From the next regency on it may vote in slots in which it has forgotten its votes, because
     * the present certificate is younger than these.
     */
    final boolean hasJoinedBefore() {
        return joined >= 0 && joined < regency;
    }

    /** Whether its report is complete: no vote that it has lost is missing in it, and its log is durable through the checkpoint in it. */
    final boolean mayReport() {
        if (!unsettled.isEmpty()) return false;
        return checkpoint.slot() >= reportsFrom || hasJoinedBefore();
    }

    /** For the leader of the present regency. */
    Report report(int member, List<Candidate> candidates) {
        List<Report.Vote> all = List.copyOf(votes.values());
        return new Report(member, regency, checkpoint, all, candidates, new byte[0]).signed(signer);
    }

    /** See {@link io.abcast.ordering.log.Consensus#visitQueues}. */
    final void visitQueues(QueueVisitor to) {
        to.queue("votes", votes.size(), span);
        to.queue("checkpoints that wait for the disk", unsettled.size(), UNSETTLED_MAX);
    }

    /** Writes all but the votes, which are written by {@link Report.Vote#write}. */
    final void write(WireWriter out) {
        settled.write(out.varint(regency));
        out.varint(reportsFrom).varint(joined + 1);
    }

    /** Becomes what {@link #write} wrote. */
    final void restore(WireReader in) {
        regency = in.varint();
        settled = Checkpoint.read(in);
        checkpoint = settled;
        reportsFrom = in.varint();
        joined = in.varint() - 1;
    }

    /** After {@link #restore}: a vote recorded before the restart. It may be durable although the regency that it was given in is not. */
    final void restore(Report.Vote vote) {
        regency = Math.max(regency, vote.regency());
        if (vote.slot() > checkpoint.slot()) votes.put(vote.slot(), vote);
    }
}
