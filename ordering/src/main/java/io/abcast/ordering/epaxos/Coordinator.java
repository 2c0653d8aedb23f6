package io.abcast.ordering.epaxos;

import io.abcast.kernel.Membership;
import io.abcast.ordering.epaxos.EpaxosMessage.PreAccept;
import io.abcast.ordering.epaxos.EpaxosMessage.PreAcceptOk;
import java.util.TreeMap;

/**
 * The part of an instance's initial coordinator in ballot 0. The initial coordinator opens instances and counts the
 * votes of the members for them. When enough members have voted, the coordinator commits the instance on the fast path,
 * or proposes the union of the voted dependencies on the slow path.
 *
 * <p>A {@code Coordinator} drives only instances that this member has opened since its last start. After a restart a
 * member never continues any of its earlier ballots, not even ballot 0. Recoveries decide the undecided instances that
 * a member opened before a restart, by rule 3 of recovery (docs/protocols/epaxos.md).
 */
final class Coordinator {
    /** The votes that members have sent for one instance in ballot 0. */
    private static final class Opened {
        /** By rank of the voter: the dependencies in the voter's vote; {@code null} before the vote. */
        private final Dependencies[] votes;

        /** Time in ns at which a quorum of votes was complete; {@link Long#MAX_VALUE} without a quorum. */
        private long quorumNanos = Long.MAX_VALUE;

        private Opened(int members) {
            votes = new Dependencies[members];
        }
    }

    private final EpaxosHost host;
    private final Membership members;
    private final EpaxosQuorums quorums;
    private final InstanceTable table;
    private final KnownValues known;
    private final Frontiers frontiers;
    private final EpaxosDecisions decisions;
    private final SecondPhase second;
    private final int own;

    /**
     * By instance number: the instances that this member drives in ballot 0. Bound: the map has at most as many
     * instances as this member may open at one time.
     */
    private final TreeMap<Long, Opened> opened = new TreeMap<>();

    Coordinator(
            EpaxosHost host,
            EpaxosQuorums quorums,
            InstanceTable table,
            KnownValues known,
            Frontiers frontiers,
            EpaxosDecisions decisions,
            SecondPhase second) {
        this.host = host;
        this.quorums = quorums;
        this.table = table;
        this.known = known;
        this.frontiers = frontiers;
        this.decisions = decisions;
        this.second = second;
        members = host.members();
        own = members.rank(host.id());
    }

    /**
     * Opens an instance for a batch of requests; this member must hold the payloads of the requests. The proposed set X
     * of dependencies has all known interfering instances above the frontier phi. The coordinator sends PreAccept only
     * when its own record of the instance is durable. Without a durable record of the instance, the coordinator could
     * vote after a restart for an interfering instance without naming the opened instance, and rule 8 of recovery would
     * be wrong.
     *
     * @return the opened instance
     */
    EpaxosInstance open(RequestBatch value) {
        InstanceId id = new InstanceId(host.id(), table.highest(own) + 1);
        EpaxosInstance instance = table.open(id);
        Dependencies phi = Dependencies.upTo(members, frontiers.named().numbers());
        instance.initCmd = value;
        instance.initDep = known.interfering(id, known.initKeys(instance), phi);
        instance.dep = instance.initDep;
        instance.cmd = value;
        instance.phase = InstancePhase.PREACCEPTED;
        known.update(instance);
        host.record(instance.record());
        opened.put(id.number(), new Opened(members.size()));
        propose(instance, 1 << own);
        host.sendDurably(host.id(), new PreAcceptOk(id, instance.initDep));
        return instance;
    }

    /** Sends PreAccept to all members except those in the bit set {@code except}, which has one bit per rank. */
    private void propose(EpaxosInstance instance, int except) {
        PreAccept m = new PreAccept(instance.id, instance.initCmd, instance.initDep);
        for (int r = 0; r < members.size(); r++)
            if ((except >> r & 1) == 0) host.sendDurably(members.id(r), m);
    }

    /** Returns whether this member is the coordinator of the instance in ballot 0 and waits for votes. */
    boolean drives(EpaxosInstance instance) {
        return instance.id.origin() == host.id()
                && instance.bal == 0
                && instance.phase == InstancePhase.PREACCEPTED
                && opened.containsKey(instance.id.number());
    }

    /**
     * Handles PreAcceptOK(id, dep). The vote counts only if bal = 0, the phase is PREACCEPTED, and this member has not
     * restarted since it opened the instance.
     */
    void onPreAcceptOk(int from, EpaxosInstance instance, PreAcceptOk m) {
        if (!drives(instance)) return;
        Opened its = opened.get(instance.id.number());
        its.votes[members.rank(from)] = m.deps();
        evaluate(instance, its);
    }

    /**
     * Evaluates again the votes of all instances that this member drives, because the wait for a fast quorum may be
     * over.
     */
    void onTick() {
        // A commit removes an element of the map, so the loop runs over a copy of the instance
        // numbers.
        for (long number : opened.keySet().toArray(new Long[0])) {
            EpaxosInstance instance = table.get(new InstanceId(host.id(), number));
            if (instance != null && drives(instance)) evaluate(instance, opened.get(number));
        }
    }

    private void evaluate(EpaxosInstance instance, Opened its) {
        int votes = 0;
        int equal = 0;
        for (Dependencies vote : its.votes) {
            if (vote != null) votes++;
            if (instance.initDep.equals(vote)) equal++;
        }
        if (equal >= quorums.fast() && its.votes[own] != null) decisions.fast(instance);
        else if (votes >= quorums.quorum()) {
            its.quorumNanos = Math.min(its.quorumNanos, host.nowNanos());
            boolean impossible = equal + its.votes.length - votes < quorums.fast();
            boolean waited = host.nowNanos() - its.quorumNanos >= host.roundTripNanos();
            if (impossible || waited) goSlow(instance, its);
        }
    }

    /** Begins the slow path: sends Accept(id, 0, c, union of all dep) to all members, including this member. */
    private void goSlow(EpaxosInstance instance, Opened its) {
        Dependencies union = instance.initDep;
        for (Dependencies vote : its.votes) if (vote != null) union = union.union(vote);
        opened.remove(instance.id.number());
        second.begin(instance, 0, instance.initCmd, union);
    }

    /** Sends PreAccept again to the members that have not voted for the instance. */
    void repeat(EpaxosInstance instance) {
        int voted = 1 << own;
        Dependencies[] votes = opened.get(instance.id.number()).votes;
        for (int r = 0; r < votes.length; r++) if (votes[r] != null) voted |= 1 << r;
        propose(instance, voted);
    }

    /** Forgets the votes for a decided or dropped instance. */
    void forget(InstanceId id) {
        if (id.origin() == host.id()) opened.remove(id.number());
    }
}
