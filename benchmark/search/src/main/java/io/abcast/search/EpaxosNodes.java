package io.abcast.search;

import io.abcast.kernel.Dissemination;
import io.abcast.kernel.Effects;
import io.abcast.kernel.EffectsFilter;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Interference;
import io.abcast.kernel.Membership;
import io.abcast.kernel.QueueVisitor;
import io.abcast.ordering.Ordering;
import io.abcast.ordering.epaxos.Dependencies;
import io.abcast.ordering.epaxos.EpaxosConfig;
import io.abcast.ordering.epaxos.EpaxosNode;
import io.abcast.ordering.epaxos.EpaxosProbe;
import io.abcast.ordering.epaxos.EpaxosStep;
import io.abcast.ordering.epaxos.EpaxosWatch;
import io.abcast.ordering.epaxos.InstanceId;
import io.abcast.ordering.epaxos.RequestBatch;
import io.abcast.sim.NodeFactory;

/**
 * Creates the nodes that run EPaxos in a search.
 *
 * @param forest {@code null} without FOREST
 */
record EpaxosNodes(
        EpaxosConfig config, Interference interference, EpaxosEnsemble ensemble, ForestRun forest)
        implements NodeFactory {
    static final String STEP = "step ";

    @Override
    public Instance create(int id, Membership members, long seed, Effects effects) {
        return instance(config, id, members, seed, effects);
    }

    @Override
    public Instance bootstrap(int id, Membership members, long seed, Effects effects) {
        return instance(config.bootstrap(true), id, members, seed, effects);
    }

    private Instance instance(
            EpaxosConfig of, int id, Membership members, long seed, Effects effects) {
        ensemble.set(members);
        ExecutionLog log = ensemble.executions();
        ExecutionLog.Replica replica = log == null ? null : log.replica(id, members);
        Effects observed = replica == null ? effects : recorded(effects, replica);
        ForestLayer layer =
                forest == null ? null : new ForestLayer(observed, members, id, forest, seed);
        Dissemination dissemination = layer == null ? null : layer.dissemination();
        EpaxosNode node =
                Ordering.epaxos(id, members, of, interference, seed, observed, dissemination);
        node.watch(new Steps(replica == null ? EpaxosWatch.NONE : replica, effects));
        NodeProbe probe = new NodeProbe(node, layer);
        return new Instance(layer == null ? node : new ForestedNode(node, layer, observed), probe);
    }

    private static Effects recorded(Effects effects, ExecutionLog.Replica replica) {
        return new EffectsFilter(effects) {
            @Override
            public void deliver(Entry entry, boolean mine) {
                replica.delivered(entry);
                super.deliver(entry, mine);
            }
        };
    }

    /** Reports each protocol step of a node as a line, so that the coverage of a search counts the steps. */
    private record Steps(EpaxosWatch inner, Effects effects) implements EpaxosWatch {
        @Override
        public void onStep(EpaxosStep step, InstanceId instance) {
            effects.report(STEP + step.name() + " of " + instance);
            inner.onStep(step, instance);
        }

        @Override
        public void onExecuted(InstanceId instance, RequestBatch value, Dependencies deps) {
            inner.onExecuted(instance, value, deps);
        }

        @Override
        public void onInstalled(long zxid) {
            inner.onInstalled(zxid);
        }
    }

    private static final class NodeProbe extends DelegatingProbe {
        private final ForestLayer layer;

        NodeProbe(EpaxosNode node, ForestLayer layer) {
            super(new EpaxosProbe(node), node);
            this.layer = layer;
        }

        @Override
        public void visitQueues(QueueVisitor to) {
            super.visitQueues(to);
            if (layer != null) layer.visitQueues(to);
        }

        @Override
        public boolean leads() {
            // The simulator's faults and checks need a leader, so each active voter of EPaxos
            // counts as one, because it leads its own instances.
            return active() && voter();
        }
    }
}
