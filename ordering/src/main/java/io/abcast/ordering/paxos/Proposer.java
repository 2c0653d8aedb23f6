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
 * <p>Invariants: A member never prepares a ballot twice, also not after a restart. A member's new ballot is above every
 * ballot that the member has ever promised or prepared. The member's own promise of its ballot is durable before the
 * member sends the first Prepare. The owner of a ballot proposes at most one value in each slot of the ballot.
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

    private long ballot;

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

    long ballot() {
        return ballot;
    }

    long next() {
        return next;
    }

    /**
     * Begins to prepare a ballot higher than {@code above}; the member sends Prepare, also to itself, only after the
     * new ballot is durable.
     *
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
     * Begins to repeat Prepare to the other members: the arrival of this member's own Prepare shows that the ballot
     * {@code prepared} is durable.
     */
    void onPrepared(long prepared) {
        if (prepared == ballot) preparation.left();
    }

    boolean waitsForDisk() {
        return phase == Phase.PREPARING && !preparation.hasLeft();
    }

    void onTick() {
        if (phase == Phase.PREPARING) preparation.onTick();
    }

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

    Preparation preparation() {
        return preparation;
    }

    void visitQueues(QueueVisitor to, long slotsMax) {
        proposals.visitQueues(to, slotsMax);
    }

    void stop() {
        if (phase == Phase.IDLE) return;
        phase = Phase.IDLE;
        proposals.clear();
        ports.giveUp(Wait.PROMISES, ballot);
    }

    void admit(OriginRequest request) {
        proposals.admit(request);
    }

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

    void repeat(Learner learner) {
        for (long slot : proposals.due()) {
            Accept accept = new Accept(ballot, slot, proposals.at(slot));
            int accepted = learner.accepters(slot, ballot);
            for (int r = 0; r < ports.members().size(); r++)
                if ((accepted >> r & 1) == 0) ports.send(ports.members().id(r), accept);
        }
    }

    Value at(long slot) {
        return proposals.at(slot);
    }

    boolean hasQueued() {
        return proposals.hasQueued();
    }

    boolean isOpen() {
        return proposals.isOpen();
    }

    void onApplied(long slot) {
        proposals.closed(slot);
        next = Math.max(next, slot + 1);
    }
}
