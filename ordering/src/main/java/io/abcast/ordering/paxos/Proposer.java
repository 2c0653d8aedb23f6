package io.abcast.ordering.paxos;

import io.abcast.kernel.QueueVisitor;
import io.abcast.ordering.log.Name;
import io.abcast.ordering.log.OriginRequest;
import io.abcast.ordering.log.Ports;
import io.abcast.ordering.log.Proposals;
import io.abcast.ordering.log.Value;
import io.abcast.ordering.log.Wait;
import io.abcast.ordering.paxos.PaxosMessage.Accept;
import io.abcast.ordering.paxos.PaxosMessage.Ack;
import io.abcast.ordering.paxos.PaxosMessage.Confirmed;
import java.util.List;

/**
 * A member in the role of a ballot's owner: it chooses a ballot, prepares it, chooses the values of its slots, and
 * keeps the open proposals.
 *
 * <p>Invariants. A member uses a ballot for only one preparation, over all its restarts. The ballot is above every
 * ballot that the member has ever promised or prepared. The member's own promise of the ballot is durable before the
 * first Prepare is sent. The owner names one value per ballot and slot.
 *
 * <p>Source: Lamport 1998; Mahamdi et al. 2023, section II-C and algorithm 2.
 */
final class Proposer {
    private enum Phase {
        IDLE,
        PREPARING,
        LEADING
    }

    private final Ports ports;
    private final Acceptor acceptor;
    private final Picker picker;
    private final Preparation preparation;
    private final Proposals proposals;

    private Phase phase = Phase.IDLE;

    /** The newest own ballot of this run; 0 before the first ballot. */
    private long ballot;

    /** The next slot to propose in. */
    private long next;

    Proposer(Ports ports, Quorums quorums, Acceptor acceptor, Picker picker) {
        this.ports = ports;
        this.acceptor = acceptor;
        this.picker = picker;
        preparation = new Preparation(ports, quorums.classic());
        proposals = new Proposals(ports);
    }

    boolean isPreparing() {
        return phase == Phase.PREPARING;
    }

    boolean isLeading() {
        return phase == Phase.LEADING;
    }

    /** The newest own ballot of this run; 0 before the first ballot. */
    long ballot() {
        return ballot;
    }

    long next() {
        return next;
    }

    // ------------------------------------------------------------------ ballots

    /**
     * Begins to prepare a new ballot. Every Prepare, also this member's Prepare to itself, is sent once the ballot is
     * durable here.
     *
     * @param above a ballot; the new ballot must be higher
     * @param doublings see {@link BallotTimeout}
     */
    void prepare(long above, int doublings) {
        stop();
        phase = Phase.PREPARING;
        ballot = Ballot.after(Math.max(acceptor.promised(), above), ports.id());
        boolean promised = acceptor.prepare(ballot);
        assert promised : Ballot.toString(ballot) + " after " + acceptor.promised();
        ports.changed();
        preparation.begin(ballot, doublings);
        ports.beginPledge(Wait.PROMISES, ballot);
    }

    /** Handles the arrival of this member's own Prepare of ballot {@code prepared}: the ballot is durable. */
    void onPrepared(long prepared) {
        if (prepared == ballot) preparation.left();
    }

    /** Whether a preparation waits for this member's own disk. */
    boolean waitsForDisk() {
        return phase == Phase.PREPARING && !preparation.hasLeft();
    }

    /** Repeats Prepare to members that have not answered. */
    void onTick() {
        if (phase == Phase.PREPARING) preparation.onTick();
    }

    /**
     * Handles a promise.
     *
     * @return whether the promise is new and belongs to the ballot that this member prepares
     */
    boolean onAck(int from, Ack m) {
        return phase == Phase.PREPARING && preparation.onAck(ports.members().rank(from), m);
    }

    /**
     * Handles a confirmation. "When the leader learns that a quorum of f+1 participants has accepted to join its
     * ballot", and these participants have confirmed their promises, the leader names values.
     *
     * @return whether this member leads its ballot from now on
     */
    boolean onConfirmed(int from, Confirmed m) {
        if (phase != Phase.PREPARING) return false;
        if (!preparation.onConfirmed(ports.members().rank(from), m)) return false;
        lead();
        return true;
    }

    private void lead() {
        phase = Phase.LEADING;
        ports.endPledge(Wait.PROMISES, ballot);
        long start = preparation.firstOpen();
        long highest = preparation.highestVote();
        next = start;
        while (next <= highest) {
            Value value = picker.pick(preparation.votes(next), preparation.reporters(next));
            propose(value == null ? Value.NOTHING : value);
        }
        ports.report("leading ballot " + Ballot.toString(ballot) + " from slot " + start);
    }

    /** The preparation of the ballot that this member leads or prepares. */
    Preparation preparation() {
        return preparation;
    }

    /** See {@link io.abcast.ordering.log.Consensus#visitQueues}. */
    void visitQueues(QueueVisitor to, long slotsMax) {
        proposals.visitQueues(to, slotsMax);
    }

    /** Gives up the ballot and forgets undecided proposals. */
    void stop() {
        if (phase == Phase.IDLE) return;
        phase = Phase.IDLE;
        proposals.clear();
        ports.giveUp(Wait.PROMISES, ballot);
    }

    // ------------------------------------------------------------------ values

    /** Accepts a request that may be proposed. */
    void admit(OriginRequest request) {
        proposals.admit(request);
    }

    /**
     * Proposes all accepted requests that the window and the bound of open bytes allow. Each slot gets as many waiting
     * requests as a value can hold.
     */
    void pump() {
        while (isLeading() && next <= ports.applied() + ports.config().window()) {
            List<OriginRequest> requests = proposals.poll();
            if (requests.isEmpty()) return;
            Name name = Name.ofSlot(ports.id(), ports.incarnation(), ballot, next);
            propose(Value.named(name, requests));
        }
    }

    /**
     * Proposes the empty value in every slot up to {@code throughSlot} that has no proposal and is inside the window.
     */
    void fill(long throughSlot) {
        long last = Math.min(throughSlot, ports.applied() + ports.config().window());
        while (isLeading() && next <= last) propose(Value.NOTHING);
    }

    private void propose(Value value) {
        long slot = next++;
        proposals.opened(slot, value);
        ports.broadcast(new Accept(ballot, slot, value));
    }

    /** Repeats proposals to the members that have not accepted them as far as {@code learner} knows. */
    void repeat(Learner learner) {
        for (long slot : proposals.due()) {
            Accept accept = new Accept(ballot, slot, proposals.at(slot));
            int accepted = learner.accepters(slot, ballot);
            for (int r = 0; r < ports.members().size(); r++)
                if ((accepted >> r & 1) == 0) ports.send(ports.members().id(r), accept);
        }
    }

    /** The value proposed in {@code slot}, or {@code null}. */
    Value at(long slot) {
        return proposals.at(slot);
    }

    boolean hasQueued() {
        return proposals.hasQueued();
    }

    /** Whether a proposal is not decided yet. */
    boolean isOpen() {
        return proposals.isOpen();
    }

    /** Handles the decision of the slots up to {@code slot}. */
    void onApplied(long slot) {
        proposals.closed(slot);
        next = Math.max(next, slot + 1);
    }
}
