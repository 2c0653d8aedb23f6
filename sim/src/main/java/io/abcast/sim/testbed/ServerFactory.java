package io.abcast.sim.testbed;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Node;

/** Creates the nodes of a measured protocol. */
@FunctionalInterface
public interface ServerFactory {
    /** Figures of a node for a measurement, read between two events. */
    interface Gauge {
        /** Whether the node takes part in an established order, so that it accepts requests. */
        boolean serves();

        boolean leads();

        /** Number of acks that this node has received from others so far. */
        long acksReceived();

        /** Present probability that an ack goes to all members; NaN if the node tosses no coin. */
        double coin();

        /** Whether the protocol has currently fallen back to another protocol, such as Zab. */
        boolean fallenBack();
    }

    /** A node and its gauge. */
    record Instance(Node node, Gauge gauge) {}

    /**
     * Creates the node of a member.
     *
     * @param seed seed of the node's random choices
     */
    Instance create(int id, Membership members, long seed, Effects effects);
}
