package io.abcast.ordering.epaxos;

import io.abcast.kernel.Membership;
import io.abcast.ordering.epaxos.EpaxosMessage.Accept;
import io.abcast.ordering.epaxos.EpaxosMessage.AcceptOk;
import java.util.TreeMap;

/**
 * The second phase of a ballot of this member: sends Accept and counts the AcceptOK answers. The slow path in ballot 0
 * and recoveries use it. After a restart, the member never continues these ballots.
 */
final class SecondPhase {
    /** Votes for one value. */
    private static final class Tally {
        private final long ballot;

        /** Members that have accepted, with one bit per rank. */
        private int accepted;

        private Tally(long ballot) {
            this.ballot = ballot;
        }
    }

    private final EpaxosHost host;
    private final EpaxosQuorums quorums;
    private final EpaxosAcceptor acceptor;
    private final EpaxosDecisions decisions;

    /** The votes of each instance, by id. Bound: the undecided instances that this member drives. */
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
     * Begins the second phase with the value of the ballot. This member accepts the value in the same step, so that it
     * cannot commit another value in this ballot.
     */
    void begin(EpaxosInstance instance, long ballot, RequestBatch value, Dependencies deps) {
        assert instance.bal == ballot && !instance.isCommitted() : instance + ", ballot " + ballot;
        tallies.put(instance.id, new Tally(ballot));
        Accept accept = new Accept(instance.id, ballot, value, deps);
        acceptor.accept(instance, accept);
        host.sendDurablyToOthers(accept);
        host.sendDurably(host.id(), new AcceptOk(instance.id, ballot));
    }

    /** Whether this member has begun the second phase in the present ballot of the instance. */
    boolean drives(EpaxosInstance instance) {
        Tally tally = tallies.get(instance.id);
        return tally != null && tally.ballot == instance.bal && !instance.isCommitted();
    }

    /** Sends Accept again to the members that have not answered. */
    void repeat(EpaxosInstance instance) {
        Tally tally = tallies.get(instance.id);
        Membership members = host.members();
        Accept accept = new Accept(instance.id, tally.ballot, instance.cmd, instance.dep);
        for (int r = 0; r < members.size(); r++)
            if ((tally.accepted >> r & 1) == 0 && members.id(r) != host.id())
                host.sendDurably(members.id(r), accept);
    }

    /**
     * Handles AcceptOK(id, b). The value is chosen when n-f members have sent it, while bal = b and the phase is
     * ACCEPTED.
     */
    void onAcceptOk(int from, EpaxosInstance instance, long ballot) {
        Tally tally = tallies.get(instance.id);
        if (tally == null || tally.ballot != ballot) return;
        if (instance.bal != ballot || instance.phase != InstancePhase.ACCEPTED) return;
        tally.accepted |= 1 << host.members().rank(from);
        if (Integer.bitCount(tally.accepted) >= quorums.quorum()) decisions.chosen(instance);
    }

    /** Forgets a decided or dropped instance. */
    void forget(InstanceId id) {
        tallies.remove(id);
    }
}
