package io.abcast.search;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Interference;
import io.abcast.kernel.Membership;
import io.abcast.ordering.Ordering;
import io.abcast.ordering.epaxos.EpaxosConfig;
import io.abcast.ordering.epaxos.EpaxosNode;
import io.abcast.ordering.epaxos.EpaxosProbe;
import io.abcast.sim.NodeFactory;

/** Makes nodes that run EPaxos. */
record EpaxosNodes(EpaxosConfig config, Interference interference, EpaxosEnsemble ensemble)
        implements NodeFactory {
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
        EpaxosNode node = Ordering.epaxos(id, members, of, interference, seed, effects);
        return new Instance(node, new NodeProbe(node));
    }

    /** The simulator's probe of a node. */
    private static final class NodeProbe extends DelegatingProbe {
        private final EpaxosNode node;

        NodeProbe(EpaxosNode node) {
            super(new EpaxosProbe(node));
            this.node = node;
        }

        @Override
        public boolean leads() {
            // The simulator's faults and its requirement of progress name a leader. Each active
            // voter leads its own instances.
            return active() && voter();
        }

        @Override
        public long era() {
            return node.era();
        }

        @Override
        public boolean recovering() {
            return node.recovering();
        }

        @Override
        public String reason() {
            return node.reason();
        }
    }
}
