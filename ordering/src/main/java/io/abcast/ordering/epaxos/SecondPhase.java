package io.abcast.ordering.epaxos;

import io.abcast.kernel.Membership;
import io.abcast.ordering.epaxos.EpaxosMessage.Accept;
import io.abcast.ordering.epaxos.EpaxosMessage.AcceptOk;
import java.util.TreeMap;

/**
 * The second phase of a ballot that this member owns: sends Accept for a chosen value, and counts the AcceptOk answers.
 * Both the slow path in ballot 0 and recoveries end with a second phase. A restarted member continues no second phase
 * that it began before its restart.
 */
final class SecondPhase {
    /** The answers to this member's Accept messages for one instance in one ballot. */
    private static final class Tally {
        private final long ballot;

        /** Members that have answered AcceptOk, as a bit set with one bit per rank. */
        private int accepted;

        private Tally(long ballot) {
            this.ballot = ballot;
        }
    }

    private final EpaxosHost host;
    private final EpaxosQuorums quorums;
    private final EpaxosAcceptor acceptor;
    private final EpaxosDecisions decisions;

    /**
     * The answers for each undecided instance in its second phase, by instance id; at most one entry for each undecided
     * instance.
     */
    private final TreeMap<InstanceId, Tally> tallies = new TreeMap<>();

    SecondPhase(
            EpaxosHost host,
            EpaxosQuorums quorums,
            EpaxosAcceptor acceptor,
            EpaxosDecisions decisions) {
        this.host = host;
        this.quorums = quorums;
        this.acceptor = acceptor;
        this.decisions = decisions;
    }

    /**
     * Begins the second phase of this member's ballot with the chosen value. This member accepts the value at once, so
     * that it cannot choose another value in the same ballot.
     */
    void begin(EpaxosInstance instance, long ballot, RequestBatch value, Dependencies deps) {
        assert instance.bal == ballot && !instance.isCommitted() : instance + ", ballot " + ballot;
        tallies.put(instance.id, new Tally(ballot));
        Accept accept = new Accept(instance.id, ballot, value, deps);
        acceptor.accept(instance, accept);
        host.sendDurablyToOthers(accept);
        host.sendDurably(host.id(), new AcceptOk(instance.id, ballot));
    }

    /** Returns whether this member runs the second phase in the highest ballot that it has joined for the instance. */
    boolean drives(EpaxosInstance instance) {
        Tally tally = tallies.get(instance.id);
        return tally != null && tally.ballot == instance.bal && !instance.isCommitted();
    }

    /** Sends Accept again to the members whose AcceptOk has not arrived. */
    void repeat(EpaxosInstance instance) {
        Tally tally = tallies.get(instance.id);
        Membership members = host.members();
        Accept accept = new Accept(instance.id, tally.ballot, instance.cmd, instance.dep);
        for (int r = 0; r < members.size(); r++)
            if ((tally.accepted >> r & 1) == 0 && members.id(r) != host.id())
                host.sendDurably(members.id(r), accept);
    }

    /**
     * Counts an AcceptOk for the ballot {@code ballot}. The instance is committed when n-f members (a quorum) have
     * accepted the value, unless this member has joined a higher ballot before.
     */
    void onAcceptOk(int from, EpaxosInstance instance, long ballot) {
        Tally tally = tallies.get(instance.id);
        if (tally == null || tally.ballot != ballot) return;
        if (instance.bal != ballot || instance.phase != InstancePhase.ACCEPTED) return;
        tally.accepted |= 1 << host.members().rank(from);
        if (Integer.bitCount(tally.accepted) >= quorums.quorum()) decisions.chosen(instance);
    }

    /** Forgets the AcceptOk answers for an instance that is decided or dropped. */
    void forget(InstanceId id) {
        tallies.remove(id);
    }
}
