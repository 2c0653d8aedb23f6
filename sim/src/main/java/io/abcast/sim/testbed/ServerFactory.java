package io.abcast.sim.testbed;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Node;

/** Makes the nodes of a protocol that is to be measured. */
@FunctionalInterface
public interface ServerFactory {
    /** What a measurement wants to know of a node; asked between two events. */
    interface Gauge {
        /** Whether the node takes part in an established order: it may be given requests. */
        boolean serves();

        boolean leads();

        /** Acks that this node has received from others so far. */
        long acksReceived();

        /** Probability with which it acks to all at present; NaN if it tosses no coin. */
        double coin();

        /** Whether a protocol that may fall back to another, such as Zab's, does so at present. */
        boolean fallenBack();
    }

    /** A node and how to look into it. */
    record Instance(Node node, Gauge gauge) {}

    /** @param seed of the node's own random choices */
    Instance create(int id, Membership members, long seed, Effects effects);
}
