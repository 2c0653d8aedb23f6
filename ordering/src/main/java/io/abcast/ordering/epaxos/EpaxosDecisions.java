package io.abcast.ordering.epaxos;

import io.abcast.ordering.epaxos.EpaxosMessage.Commit;
import java.util.function.Consumer;

/** Commits instances: marks an instance as COMMITTED, records its decision, and announces the decision. */
final class EpaxosDecisions {
    private final EpaxosHost host;
    private final KnownValues known;
    private final Consumer<EpaxosInstance> onDecided;
    private long recovered;

    /**
     * Creates a committer that has decided no instance.
     *
     * @param onDecided called once for each instance that becomes COMMITTED in this run of the member
     */
    EpaxosDecisions(EpaxosHost host, KnownValues known, Consumer<EpaxosInstance> onDecided) {
        this.host = host;
        this.known = known;
        this.onDecided = onDecided;
    }

    /**
     * Commits an instance on the fast path at its initial coordinator. A fast decision becomes visible only once it is
     * durable: Commit messages, the execution and the answers to callers wait for the durable record. Rule 3 of
     * recovery relies on the durable fast decision: if a coordinator joins a ballot without a fast commit, no member
     * has seen a fast commit of the instance before.
     */
    void fast(EpaxosInstance instance) {
        host.observe(EpaxosStep.COMMITTED_FAST, instance.id);
        decide(instance, instance.cmd, instance.initDep);
        host.broadcastDurably(new Commit(instance.id, instance.cmd, instance.dep));
    }

    /**
     * Commits an instance whose value a quorum has accepted. The decision for an accepted value need not be durable
     * before it is announced, because the votes of the quorum are durable.
     */
    void chosen(EpaxosInstance instance) {
        host.observe(way(instance), instance.id);
        decide(instance, instance.cmd, instance.dep);
        if (instance.bal > 0) recovered++;
        host.sendToOthers(new Commit(instance.id, instance.cmd, instance.dep));
        announce(instance);
    }

    private static EpaxosStep way(EpaxosInstance instance) {
        if (instance.cmd.isNop()) return EpaxosStep.COMMITTED_NOP;
        return instance.abal == 0 ? EpaxosStep.COMMITTED_SLOW : EpaxosStep.COMMITTED_RECOVERED;
    }

    /**
     * Handles the decision of an instance that another member has announced. A second decision of an instance must have
     * the value and the X of the first decision; the frontiers may differ.
     */
    void learn(EpaxosInstance instance, RequestBatch value, Dependencies deps) {
        if (!instance.isCommitted()) decide(instance, value, deps);
        else if (!instance.cmd.equals(value) || !instance.dep.hasSameIds(deps)) {
            host.halt(
                    "two decisions of instance %s: %s with %s, and %s with %s"
                            .formatted(instance.id, instance.cmd, instance.dep, value, deps));
            return;
        }
        announce(instance);
    }

    private void decide(EpaxosInstance instance, RequestBatch value, Dependencies deps) {
        instance.phase = InstancePhase.COMMITTED;
        instance.cmd = value;
        instance.dep = deps;
        known.update(instance);
        host.record(instance.record());
        onDecided.accept(instance);
    }

    /** Passes the decision of an instance to the execution, unless the decision was passed before. */
    void announce(EpaxosInstance instance) {
        if (instance.announced) return;
        instance.announced = true;
        host.committed(instance);
    }

    /** Returns the number of instances, Nops included, that recoveries of this member have decided since its start. */
    long recovered() {
        return recovered;
    }

    /** Sends the decision of an instance to a member, once the decision is durable at this member. */
    void tell(int to, EpaxosInstance instance) {
        host.sendDurably(to, new Commit(instance.id, instance.cmd, instance.dep));
    }
}
