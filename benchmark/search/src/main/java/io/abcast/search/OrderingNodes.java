package io.abcast.search;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Membership;
import io.abcast.ordering.log.LogConfig;
import io.abcast.ordering.log.LogNode;
import io.abcast.ordering.log.LogProbe;
import io.abcast.sim.NodeFactory;

/** Creates the nodes of a protocol that orders by consensus. */
record OrderingNodes(String protocol, LogConfig config) implements NodeFactory {
    @Override
    public Instance create(int id, Membership members, long seed, Effects effects) {
        return instance(config, id, members, seed, effects);
    }

    @Override
    public Instance bootstrap(int id, Membership members, long seed, Effects effects) {
        return instance(config.bootstrap(true), id, members, seed, effects);
    }

    private Instance instance(
            LogConfig of, int id, Membership members, long seed, Effects effects) {
        LogNode node =
                new LogNode(
                        protocol,
                        id,
                        members,
                        of,
                        OrderingFamily.engine(protocol, id, members),
                        seed,
                        effects);
        return new Instance(node, new DelegatingProbe(new LogProbe(node), node));
    }
}
