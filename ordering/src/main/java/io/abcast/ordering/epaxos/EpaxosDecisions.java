package io.abcast.ordering.epaxos;

import io.abcast.ordering.epaxos.EpaxosMessage.Commit;
import java.util.function.Consumer;

/** Makes an instance COMMITTED, records and announces its decision. */
final class EpaxosDecisions {
    private final EpaxosHost host;
    private final KnownValues known;
    private final Consumer<EpaxosInstance> onDecided;

    /** @param onDecided called once for each instance that becomes COMMITTED in this run */
    EpaxosDecisions(EpaxosHost host, KnownValues known, Consumer<EpaxosInstance> onDecided) {
        this.host = host;
        this.known = known;
        this.onDecided = onDecided;
    }

    /**
     * Fast commit at the initial coordinator. The decision becomes visible only once it is durable: every Commit, the
     * execution and the answers wait. Rule 3 of recovery relies on this: a coordinator that joins a ballot
     * without a fast commit has shown none before.
     */
    void fast(EpaxosInstance instance) {
        decide(instance, instance.cmd, instance.initDep);
        host.broadcastDurably(new Commit(instance.id, instance.cmd, instance.dep));
    }

    /** A quorum has accepted the value, so the decision needs no further disk write. */
    void chosen(EpaxosInstance instance) {
        decide(instance, instance.cmd, instance.dep);
        host.sendToOthers(new Commit(instance.id, instance.cmd, instance.dep));
        announce(instance);
    }

    /**
     * Learns a decision. A second decision of the same instance must have the same value and the same X. Frontiers may
     * differ.
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

    /** Hands the decision to the execution, unless that was done before. */
    void announce(EpaxosInstance instance) {
        if (instance.announced) return;
        instance.announced = true;
        host.committed(instance);
    }

    /** Sends the decision to a member, once it is durable here. */
    void tell(int to, EpaxosInstance instance) {
        host.sendDurably(to, new Commit(instance.id, instance.cmd, instance.dep));
    }
}
