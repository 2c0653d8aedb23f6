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
    /** One undecided instance of this coordinator, with the votes that members have sent on its proposal. */
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

    /**
     * The instances that this member runs in ballot 0, by instance number. Bound: the maximum number of undecided
     * instances that this member may have open.
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
     * Opens an instance for a batch of requests, and proposes it with all known interfering instances as dependencies.
     * This member must hold the payloads of the requests. The coordinator sends PreAccept only when its own record of
     * the instance is durable. Without this durable record, a restarted coordinator could vote for an interfering
     * instance that does not depend on the opened one, against rule 8 of recovery.
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

    /**
     * Sends PreAccept to all members that are not in the bit set {@code except}, which has one bit per rank of a
     * member.
     */
    private void propose(EpaxosInstance instance, int except) {
        PreAccept m = new PreAccept(instance.id, instance.initCmd, instance.initDep);
        for (int r = 0; r < members.size(); r++)
            if ((except >> r & 1) == 0) host.sendDurably(members.id(r), m);
    }

    /** Returns whether this member still runs ballot 0 of the instance, and waits for votes on its PreAccept. */
    boolean drives(EpaxosInstance instance) {
        return instance.id.origin() == host.id()
                && instance.bal == 0
                && instance.phase == InstancePhase.PREACCEPTED
                && opened.containsKey(instance.id.number());
    }

    /**
     * Counts a vote on a PreAccept of this member. The vote is ignored if this member has joined a higher ballot, has
     * ended the first phase, or has restarted since it opened the instance.
     */
    void onPreAcceptOk(int from, EpaxosInstance instance, PreAcceptOk m) {
        if (!drives(instance)) return;
        Opened its = opened.get(instance.id.number());
        its.votes[members.rank(from)] = m.deps();
        evaluate(instance, its);
    }

    /**
     * Evaluates again the votes on all instances of this coordinator, because the time to wait for a fast quorum may be
     * over.
     */
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

    /**
     * Begins the slow path: asks all members to accept the value in ballot 0, with the union of the dependencies in all
     * votes.
     */
    private void goSlow(EpaxosInstance instance, Opened its) {
        Dependencies union = instance.initDep;
        for (Dependencies vote : its.votes) if (vote != null) union = union.union(vote);
        opened.remove(instance.id.number());
        second.begin(instance, 0, instance.initCmd, union);
    }

    /** Sends PreAccept again to the members whose votes on the instance have not arrived. */
    void repeat(EpaxosInstance instance) {
        int voted = 1 << own;
        Dependencies[] votes = opened.get(instance.id.number()).votes;
        for (int r = 0; r < votes.length; r++) if (votes[r] != null) voted |= 1 << r;
        propose(instance, voted);
    }

    /** Forgets the votes on an instance that is decided or dropped. */
    void forget(InstanceId id) {
        if (id.origin() == host.id()) opened.remove(id.number());
    }
}
