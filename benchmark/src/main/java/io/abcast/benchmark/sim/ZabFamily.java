package io.abcast.benchmark.sim;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Membership;
import io.abcast.kernel.log.Durability;
import io.abcast.sim.NodeFactory;
import io.abcast.sim.Rng;
import io.abcast.sim.Subject;
import io.abcast.zab.ZabCodec;
import io.abcast.zab.ZabConfig;
import io.abcast.zab.ZabNode;

/**
 * A protocol of the family of Zab as the simulator runs it: a name and a way to make nodes. A seed draws here what it draws
 * in the tests of zab-core, which see none of this.
 *
 * @param protocol as the command line calls it
 */
public record ZabFamily(String protocol, Maker maker) implements Subject {
    /** Makes one node; the arguments are those of {@link ZabNode}. */
    @FunctionalInterface
    public interface Maker {
        ZabNode create(int id, Membership members, ZabConfig config, long seed, Effects effects);
    }

    /** Zab itself. */
    public static ZabFamily zab() {
        return new ZabFamily("ZAB", ZabNode::new);
    }

    @Override
    public Prepared prepare(Rng random, Durability durability) {
        ZabConfig config = ZabConfig.drawn(bound -> random.between(0, bound - 1));
        return new Prepared(
                nodes(config), ZabCodec.INSTANCE, config.payloadBytesMax(), config.toString());
    }

    /** All members with the same settings. */
    public NodeFactory nodes(ZabConfig config) {
        return (id, members, seed, effects) ->
                instance(maker.create(id, members, config, seed, effects));
    }

    /** A node with its {@link ZabProbe}. */
    public static NodeFactory.Instance instance(ZabNode node) {
        return new NodeFactory.Instance(node, new ZabProbe(node));
    }
}
