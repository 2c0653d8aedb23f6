package io.abcast.ordering.epaxos;

import io.abcast.kernel.Membership;
import io.abcast.ordering.epaxos.EpaxosMessage.PreAccept;
import io.abcast.ordering.epaxos.EpaxosMessage.PreAcceptOk;
import java.util.TreeMap;

/**
 * The initial coordinator's part in ballot 0. The coordinator opens instances and counts their votes. An instance is
 * then committed on the fast path, or the coordinator proposes the union of the voted dependencies on the slow path.
 *
 * <p>This class drives only instances that were opened since the last start of the member. After a restart a member
 * never continues one of its ballots, not even ballot 0: its undecided instances are recovered, and rule 3 of recovery
 * (docs/protocols/epaxos.md) decides them.
 */
final class Coordinator {
    /** Votes for one instance in ballot 0. */
    private static final class Opened {
        /** By rank: the dependencies in the member's vote; {@code null} before the vote. */
        private final Dependencies[] votes;

        /** Time in ns at which the vote arrived that completed a quorum; {@link Long#MAX_VALUE} without a quorum. */
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
     * By number: the instances that this member drives in ballot 0. Bound: the window of this member's open instances.
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
     * Opens an instance for the value, whose payloads this member must hold. The proposed X has all known instances
     * above the frontier phi that interfere. PreAccept is sent only when this member's own record is durable.
     * Otherwise, after a restart, the coordinator could vote for an interfering instance without naming this one, and
     * rule 8 of recovery would be wrong.
     *
     * @return the instance
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

    /** Sends PreAccept to all members except those in {@code except}, which has one bit per rank. */
    private void propose(EpaxosInstance instance, int except) {
        PreAccept m = new PreAccept(instance.id, instance.initCmd, instance.initDep);
        for (int r = 0; r < members.size(); r++)
            if ((except >> r & 1) == 0) host.sendDurably(members.id(r), m);
    }

    /** Whether this member drives the instance in ballot 0. */
    boolean drives(EpaxosInstance instance) {
        return instance.id.origin() == host.id()
                && instance.bal == 0
                && instance.phase == InstancePhase.PREACCEPTED
                && opened.containsKey(instance.id.number());
    }

    /**
     * Handles PreAcceptOK(id, dep). The vote counts only if bal = 0, the phase is PREACCEPTED, and this member has not
     * been restarted since it opened the instance.
     */
    void onPreAcceptOk(int from, EpaxosInstance instance, PreAcceptOk m) {
        if (!drives(instance)) return;
        Opened its = opened.get(instance.id.number());
        its.votes[members.rank(from)] = m.deps();
        evaluate(instance, its);
    }

    /** Handles the passing of time. */
    void onTick() {
        // Commits remove elements, so the loop runs over a copy of the numbers.
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

    /** Begins the slow path: sends Accept(id, 0, c, union of all dep) to all members, including this one. */
    private void goSlow(EpaxosInstance instance, Opened its) {
        Dependencies union = instance.initDep;
        for (Dependencies vote : its.votes) if (vote != null) union = union.union(vote);
        opened.remove(instance.id.number());
        second.begin(instance, 0, instance.initCmd, union);
    }

    /** Sends PreAccept again to the members that have not voted. */
    void repeat(EpaxosInstance instance) {
        int voted = 1 << own;
        Dependencies[] votes = opened.get(instance.id.number()).votes;
        for (int r = 0; r < votes.length; r++) if (votes[r] != null) voted |= 1 << r;
        propose(instance, voted);
    }

    /** Forgets a decided or dropped instance. */
    void forget(InstanceId id) {
        if (id.origin() == host.id()) opened.remove(id.number());
    }
}
