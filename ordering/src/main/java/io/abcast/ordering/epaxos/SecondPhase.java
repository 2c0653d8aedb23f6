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

    /** This member accepts the value at once, so that it cannot choose another value in the same ballot. */
    void begin(EpaxosInstance instance, long ballot, RequestBatch value, Dependencies deps) {
        assert instance.bal == ballot && !instance.isCommitted() : instance + ", ballot " + ballot;
        tallies.put(instance.id, new Tally(ballot));
        Accept accept = new Accept(instance.id, ballot, value, deps);
        acceptor.accept(instance, accept);
        host.sendDurablyToOthers(accept);
        host.sendDurably(host.id(), new AcceptOk(instance.id, ballot));
    }

    boolean drives(EpaxosInstance instance) {
        Tally tally = tallies.get(instance.id);
        return tally != null && tally.ballot == instance.bal && !instance.isCommitted();
    }

    void repeat(EpaxosInstance instance) {
        Tally tally = tallies.get(instance.id);
        Membership members = host.members();
        Accept accept = new Accept(instance.id, tally.ballot, instance.cmd, instance.dep);
        for (int r = 0; r < members.size(); r++)
            if ((tally.accepted >> r & 1) == 0 && members.id(r) != host.id())
                host.sendDurably(members.id(r), accept);
    }

    /**
     * The instance is committed when n-f members (a quorum) have accepted the value, unless this member has joined a
     * higher ballot before.
     */
    void onAcceptOk(int from, EpaxosInstance instance, long ballot) {
        Tally tally = tallies.get(instance.id);
        if (tally == null || tally.ballot != ballot) return;
        if (instance.bal != ballot || instance.phase != InstancePhase.ACCEPTED) return;
        tally.accepted |= 1 << host.members().rank(from);
        if (Integer.bitCount(tally.accepted) >= quorums.quorum()) decisions.chosen(instance);
    }

    void forget(InstanceId id) {
        tallies.remove(id);
    }
}
