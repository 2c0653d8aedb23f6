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
 * The proposing part of a member, which tries to lead a ballot (a numbered attempt to lead). The proposer chooses a
 * ballot, prepares the ballot, chooses the values of the ballot's slots, and keeps the open proposals.
 *
 * <p>The invariants of the proposer: A member never prepares a ballot twice, also not after a restart. A member's new
 * ballot is above every ballot that the member has ever promised or prepared. The member's own promise of its ballot is
 * durable before the member sends the first Prepare. The owner of a ballot proposes at most one value in each slot of
 * the ballot.
 *
 * <p>Source of the rules: Lamport 1998; Mahamdi et al., 2023, section II-C and algorithm 2.
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

    /** The newest ballot of this member since its start; 0 before the first ballot. */
    private long ballot;

    /** The next slot in which this member, as leader, proposes a value. */
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

    /** The newest ballot of this member since its start; 0 before the first ballot. */
    long ballot() {
        return ballot;
    }

    long next() {
        return next;
    }

    /**
     * Begins to prepare a new ballot that is higher than {@code above}. The member sends Prepare, also to itself, only
     * after the new ballot is durable at the member.
     *
     * @param above a ballot; the new ballot is higher than {@code above}
     * @param doublings number of times that the wait for promises was doubled, see {@link BallotTimeout}
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

    /**
     * Begins to repeat Prepare to the other members, because the arrival of this member's own Prepare shows that the
     * ballot {@code prepared} is durable.
     */
    void onPrepared(long prepared) {
        if (prepared == ballot) preparation.left();
    }

    /** Whether this member has not sent Prepare yet, because its own disk has not written the ballot. */
    boolean waitsForDisk() {
        return phase == Phase.PREPARING && !preparation.hasLeft();
    }

    /** Sends Prepare again to the members that have not answered it. */
    void onTick() {
        if (phase == Phase.PREPARING) preparation.onTick();
    }

    /**
     * Records the promise {@code m} of member {@code from}.
     *
     * @return whether the promise is new and is for the ballot that this member prepares
     */
    boolean onAck(int from, Ack m) {
        return phase == Phase.PREPARING && preparation.onAck(ports.members().rank(from), m);
    }

    /**
     * Records that member {@code from} has confirmed its promise. In Mahamdi et al., 2023, a leader names values "When
     * the leader learns that a quorum of f+1 participants has accepted to join its ballot". In abcast, a leader names
     * values when a quorum has also confirmed its promises.
     *
     * @return whether the confirmation makes this member the leader of its ballot
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

    /** The preparation of the ballot that this member prepares or leads. */
    Preparation preparation() {
        return preparation;
    }

    /**
     * Passes the lengths and bounds of the queues of requests to the visitor {@code to}, see {@link
     * io.abcast.ordering.log.Consensus#visitQueues}.
     */
    void visitQueues(QueueVisitor to, long slotsMax) {
        proposals.visitQueues(to, slotsMax);
    }

    /** Gives up the ballot of this member and forgets its undecided proposals. */
    void stop() {
        if (phase == Phase.IDLE) return;
        phase = Phase.IDLE;
        proposals.clear();
        ports.giveUp(Wait.PROMISES, ballot);
    }

    /** Adds a request to the queue of requests that this member has to propose. */
    void admit(OriginRequest request) {
        proposals.admit(request);
    }

    /**
     * Proposes all queued requests that the window of open slots and the bound of open bytes allow. Each slot gets as
     * many queued requests as a value can hold.
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

    /** Sends open proposals again to the members that have not accepted them, as far as {@code learner} knows. */
    void repeat(Learner learner) {
        for (long slot : proposals.due()) {
            Accept accept = new Accept(ballot, slot, proposals.at(slot));
            int accepted = learner.accepters(slot, ballot);
            for (int r = 0; r < ports.members().size(); r++)
                if ((accepted >> r & 1) == 0) ports.send(ports.members().id(r), accept);
        }
    }

    /**
     * The value that this member has proposed in {@code slot}; {@code null} if it has proposed no value in the slot.
     */
    Value at(long slot) {
        return proposals.at(slot);
    }

    boolean hasQueued() {
        return proposals.hasQueued();
    }

    /** Whether this member has a proposal that is not decided yet. */
    boolean isOpen() {
        return proposals.isOpen();
    }

    /** Records that all slots up to {@code slot} are decided and have taken effect. */
    void onApplied(long slot) {
        proposals.closed(slot);
        next = Math.max(next, slot + 1);
    }
}
