package io.abcast.sim;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Node;
import io.abcast.kernel.Probe;
import java.util.function.Function;

/** Makes the nodes of one run: one per member, and a new one at each of its restarts. */
@FunctionalInterface
public interface NodeFactory {
    /**
     * A node and how to look into it.
     *
     * @param probe {@code null} if there is none; then nothing is known about leaders and voters
     */
    record Instance(Node node, Probe probe) {}

    /** @param seed of the node's own random choices */
    Instance create(int id, Membership members, long seed, Effects effects);

    /** The same, of a member that an operator starts with the word that its lost votes do not matter. */
    default Instance bootstrap(int id, Membership members, long seed, Effects effects) {
        return create(id, members, seed, effects);
    }

    /** The same, of a member that an operator starts with the word that the ensemble runs already. */
    default Instance join(int id, Membership members, long seed, Effects effects) {
        return create(id, members, seed, effects);
    }

    /** Puts something around a node that another factory makes. */
    @FunctionalInterface
    interface Wrapper {
        /** @param make makes the node, given its effects */
        Instance wrap(int id, long seed, Effects effects, Function<Effects, Instance> make);
    }

    /** The same nodes, each with something around it. */
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
