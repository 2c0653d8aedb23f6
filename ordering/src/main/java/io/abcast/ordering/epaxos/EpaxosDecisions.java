package io.abcast.ordering.epaxos;

import io.abcast.ordering.epaxos.EpaxosMessage.Commit;
import java.util.function.Consumer;

/** Commits instances: marks an instance as COMMITTED, records its decision, and announces it. */
final class EpaxosDecisions {
    private final EpaxosHost host;
    private final KnownValues known;
    private final Consumer<EpaxosInstance> onDecided;
    private long recovered;

    /** @param onDecided called once for each instance that becomes COMMITTED in this run */
    EpaxosDecisions(EpaxosHost host, KnownValues known, Consumer<EpaxosInstance> onDecided) {
        this.host = host;
        this.known = known;
        this.onDecided = onDecided;
    }

    /**
     * Commits an instance on the fast path at its initial coordinator. The decision becomes visible only once it is
     * durable: Commit messages, the execution and the answers to callers wait until then. Rule 3 of recovery relies on
     * this order: if a coordinator joins a ballot without a fast commit, no member has seen a fast commit of the
     * instance before.
     */
    void fast(EpaxosInstance instance) {
        host.observe(EpaxosStep.COMMITTED_FAST, instance.id);
        decide(instance, instance.cmd, instance.initDep);
        host.broadcastDurably(new Commit(instance.id, instance.cmd, instance.dep));
    }

    /** Commits an instance whose value a quorum has accepted. This decision needs no further disk write. */
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
     * Handles a decision from another member. A second decision of the same instance must have the same value and the
     * same X; the frontiers may differ.
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

    /** Passes the decision to the execution, unless it was passed before. */
    void announce(EpaxosInstance instance) {
        if (instance.announced) return;
        instance.announced = true;
        host.committed(instance);
    }

    /** Number of instances that recoveries of this member have decided since its start. Nops are counted too. */
    long recovered() {
        return recovered;
    }

    /** Sends the decision to a member, once the decision is durable at this member. */
    void tell(int to, EpaxosInstance instance) {
        host.sendDurably(to, new Commit(instance.id, instance.cmd, instance.dep));
    }
}
