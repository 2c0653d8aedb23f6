package io.abcast.sim;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Node;
import io.abcast.kernel.Probe;

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
}
