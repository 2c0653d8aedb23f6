package io.abcast.ordering.epaxos;

import io.abcast.ordering.epaxos.EpaxosMessage.Commit;
import java.util.function.Consumer;

/**
 * Commits instances at this member: marks an instance as COMMITTED, writes its decision to the journal, and passes the
 * decision on.
 */
final class EpaxosDecisions {
    private final EpaxosHost host;
    private final KnownValues known;
    private final Consumer<EpaxosInstance> onDecided;
    private long recovered;

    /** @param onDecided called once for each instance that this member commits after its start */
    EpaxosDecisions(EpaxosHost host, KnownValues known, Consumer<EpaxosInstance> onDecided) {
        this.host = host;
        this.known = known;
        this.onDecided = onDecided;
    }

    /**
     * Commit messages, the execution and the answers to callers wait until the decision is durable at this coordinator.
     */
    void fast(EpaxosInstance instance) {
        host.observe(EpaxosStep.COMMITTED_FAST, instance.id);
        decide(instance, instance.cmd, instance.initDep);
        host.broadcastDurably(new Commit(instance.id, instance.cmd, instance.dep));
    }

    /**
     * This member may announce the decision before its own record is durable, because the votes of the quorum are
     * durable.
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
     * If this member has committed the instance before, the value and the set X of both decisions must be equal;
     * otherwise the member halts.
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

    void announce(EpaxosInstance instance) {
        if (instance.announced) return;
        instance.announced = true;
        host.committed(instance);
    }

    long recovered() {
        return recovered;
    }

    void tell(int to, EpaxosInstance instance) {
        host.sendDurably(to, new Commit(instance.id, instance.cmd, instance.dep));
    }
}
