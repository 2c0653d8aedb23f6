package io.abcast.ordering.epaxos;

import io.abcast.kernel.Membership;
import io.abcast.ordering.epaxos.EpaxosMessage.Accept;
import io.abcast.ordering.epaxos.EpaxosMessage.AcceptOk;
import java.util.TreeMap;

/**
 * The second phase of a ballot of this member: sends Accept and counts the AcceptOK answers. The slow path in ballot 0
 * and the recoveries of a member use this second phase. After a restart, the member never continues a second phase that
 * it began before.
 */
final class SecondPhase {
    /** The AcceptOk answers for the value of one ballot. */
    private static final class Tally {
        private final long ballot;

        /** Members that have accepted the value, as a set of bits, one bit per rank. */
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
     * The AcceptOk answers for each instance, by instance id. Bound: the map has at most as many entries as this member
     * drives undecided instances.
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
     * Begins the second phase of a ballot with the ballot's value. This member accepts the value in the same step, so
     * that it cannot commit another value in the ballot.
     */
    void begin(EpaxosInstance instance, long ballot, RequestBatch value, Dependencies deps) {
        assert instance.bal == ballot && !instance.isCommitted() : instance + ", ballot " + ballot;
        tallies.put(instance.id, new Tally(ballot));
        Accept accept = new Accept(instance.id, ballot, value, deps);
        acceptor.accept(instance, accept);
        host.sendDurablyToOthers(accept);
        host.sendDurably(host.id(), new AcceptOk(instance.id, ballot));
    }

    /** Returns whether this member has begun the second phase in the present ballot of the instance. */
    boolean drives(EpaxosInstance instance) {
        Tally tally = tallies.get(instance.id);
        return tally != null && tally.ballot == instance.bal && !instance.isCommitted();
    }

    /** Sends Accept again to the members that have not answered the first Accept. */
    void repeat(EpaxosInstance instance) {
        Tally tally = tallies.get(instance.id);
        Membership members = host.members();
        Accept accept = new Accept(instance.id, tally.ballot, instance.cmd, instance.dep);
        for (int r = 0; r < members.size(); r++)
            if ((tally.accepted >> r & 1) == 0 && members.id(r) != host.id())
                host.sendDurably(members.id(r), accept);
    }

    /**
     * Handles AcceptOK(id, b). The value is chosen when n-f members have sent AcceptOk for it, while bal = b and the
     * phase is ACCEPTED.
     */
    void onAcceptOk(int from, EpaxosInstance instance, long ballot) {
        Tally tally = tallies.get(instance.id);
        if (tally == null || tally.ballot != ballot) return;
        if (instance.bal != ballot || instance.phase != InstancePhase.ACCEPTED) return;
        tally.accepted |= 1 << host.members().rank(from);
        if (Integer.bitCount(tally.accepted) >= quorums.quorum()) decisions.chosen(instance);
    }

    /** Forgets the answers for a decided or dropped instance. */
    void forget(InstanceId id) {
        tallies.remove(id);
    }
}
