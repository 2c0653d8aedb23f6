package io.abcast.sim.testbed;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Node;

/** Creates the nodes of a protocol that the testbed measures. */
@FunctionalInterface
public interface ServerFactory {
    /** Measured values of a node that a measurement reads, between two events of the node. */
    interface Gauge {
        /** Whether the node takes part in an established order, so that it accepts requests of clients. */
        boolean serves();

        boolean leads();

        /** Number of acks that this node has received from other members so far. */
        long acksReceived();

        /**
         * Present probability that the node's coin shows Head, on which the node sends an ack to all members; NaN if
         * the node tosses no coin.
         */
        double coin();

        /** Whether the node runs in the mode of a simpler protocol, such as Zab, at present. */
        boolean fallenBack();
    }

    /** A node and the gauge that reads the measured values of this node. */
    record Instance(Node node, Gauge gauge) {}

    /**
     * Creates the node of a member of the measured cluster.
     *
     * @param seed seed of the random choices of this node
     */
    Instance create(int id, Membership members, long seed, Effects effects);
}
