package io.abcast.sim;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Node;
import io.abcast.kernel.Probe;
import java.util.function.Function;

/** Creates the protocol nodes of one run: one node for each member, and a new node when a member restarts. */
@FunctionalInterface
public interface NodeFactory {
    /**
     * A protocol node and the probe that shows the node's state.
     *
     * @param probe probe of the node; {@code null} if the protocol has no probes, so that leaders and voters are
     *     unknown
     */
    record Instance(Node node, Probe probe) {}

    /**
     * Creates the node of a member that the operator starts normally.
     *
     * @param seed seed of the node's random choices
     */
    Instance create(int id, Membership members, long seed, Effects effects);

    /**
     * Creates the node of a member that the operator starts with {@code bootstrap}. With {@code bootstrap}, the
     * operator asserts that the votes that the member has forgotten do not matter.
     */
    default Instance bootstrap(int id, Membership members, long seed, Effects effects) {
        return create(id, members, seed, effects);
    }

    /**
     * Creates the node of a member that the operator starts with {@code join}. With {@code join}, the operator asserts
     * that the ensemble already runs.
     */
    default Instance join(int id, Membership members, long seed, Effects effects) {
        return create(id, members, seed, effects);
    }

    /** Wraps the nodes of another factory. */
    @FunctionalInterface
    interface Wrapper {
        /**
         * Creates a node of the protocol and wraps it.
         *
         * @param make creates the node with the given effects; a wrapper may filter these effects
         */
        Instance wrap(int id, long seed, Effects effects, Function<Effects, Instance> make);
    }

    /** Returns a factory that wraps each node of this factory. */
    default NodeFactory around(Wrapper wrapper) {
        NodeFactory inner = this;
        return new NodeFactory() {
            @Override
            public Instance create(int id, Membership members, long seed, Effects effects) {
                return wrapper.wrap(id, seed, effects, own -> inner.create(id, members, seed, own));
            }

            @Override
            public Instance bootstrap(int id, Membership members, long seed, Effects effects) {
                return wrapper.wrap(
                        id, seed, effects, own -> inner.bootstrap(id, members, seed, own));
            }

            @Override
            public Instance join(int id, Membership members, long seed, Effects effects) {
                return wrapper.wrap(id, seed, effects, own -> inner.join(id, members, seed, own));
            }
        };
    }
}
