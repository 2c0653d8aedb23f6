package io.abcast.ordering.epaxos;

import io.abcast.kernel.Membership;
import io.abcast.ordering.epaxos.EpaxosMessage.PreAccept;
import io.abcast.ordering.epaxos.EpaxosMessage.PreAcceptOk;
import java.util.TreeMap;

/**
 * The role of the initial coordinator, the member that opens an instance and runs its ballot 0. The coordinator counts
 * the members' votes on its proposal. When enough members have voted, the coordinator commits the instance on the fast
 * path, or proposes the union of all voted dependencies on the slow path.
 *
 * <p>A {@code Coordinator} runs only instances that this member has opened since its last start. A restarted member
 * continues no earlier ballot, not even ballot 0. Recoveries decide the instances that a member opened before its
 * restart (rule 3 in docs/protocols/epaxos.md).
 */
final class Coordinator {
    private static final class Opened {
        /** By rank of a member: the dependencies in the member's vote; {@code null} before the vote arrives. */
        private final Dependencies[] votes;

        /** Time in ns at which the votes of a quorum had arrived; {@link Long#MAX_VALUE} before that. */
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
     * This member must hold the payloads of the requests. PreAccept leaves only after this member's record of the
     * instance is durable; otherwise a restarted coordinator could vote against rule 8 of recovery.
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

    /** @param except members to skip, as a bit set with one bit per rank */
    private void propose(EpaxosInstance instance, int except) {
        PreAccept m = new PreAccept(instance.id, instance.initCmd, instance.initDep);
        for (int r = 0; r < members.size(); r++)
            if ((except >> r & 1) == 0) host.sendDurably(members.id(r), m);
    }

    boolean drives(EpaxosInstance instance) {
        return instance.id.origin() == host.id()
                && instance.bal == 0
                && instance.phase == InstancePhase.PREACCEPTED
                && opened.containsKey(instance.id.number());
    }

    /**
     * The vote is ignored if this member has joined a higher ballot, has ended the first phase, or has restarted since
     * it opened the instance.
     */
    void onPreAcceptOk(int from, EpaxosInstance instance, PreAcceptOk m) {
        if (!drives(instance)) return;
        Opened its = opened.get(instance.id.number());
        its.votes[members.rank(from)] = m.deps();
        evaluate(instance, its);
    }

    void onTick() {
        // A commit removes the instance from the map {@code opened}, so the loop runs over a copy
        // of its keys.
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

    private void goSlow(EpaxosInstance instance, Opened its) {
        Dependencies union = instance.initDep;
        for (Dependencies vote : its.votes) if (vote != null) union = union.union(vote);
        opened.remove(instance.id.number());
        second.begin(instance, 0, instance.initCmd, union);
    }

    void repeat(EpaxosInstance instance) {
        int voted = 1 << own;
        Dependencies[] votes = opened.get(instance.id.number()).votes;
        for (int r = 0; r < votes.length; r++) if (votes[r] != null) voted |= 1 << r;
        propose(instance, voted);
    }

    void forget(InstanceId id) {
        if (id.origin() == host.id()) opened.remove(id.number());
    }
}
