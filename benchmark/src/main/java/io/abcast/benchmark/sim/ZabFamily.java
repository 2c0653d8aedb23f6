package io.abcast.benchmark.sim;

import io.abcast.kernel.log.Durability;
import io.abcast.sim.NodeFactory;
import io.abcast.sim.Rng;
import io.abcast.sim.Subject;
import io.abcast.zab.DeliveryRule;
import io.abcast.zab.Policies;
import io.abcast.zab.ZabCodec;
import io.abcast.zab.ZabConfig;
import io.abcast.zab.ZabNode;
import io.abcast.zab.variants.CoinSettings;
import io.abcast.zab.variants.Variants;

/**
 * A protocol of the family of Zab as the simulator runs it. A seed draws here what it draws in the tests of zab-core and
 * zab-variants, which see none of this.
 *
 * @param protocol one of {@link Variants#names}
 */
public record ZabFamily(String protocol) implements Subject {
    @Override
    public int holdersMin(int members) {
        DeliveryRule rule =
                Variants.policies(protocol, CoinSettings.defaults(), false).own().rule(members);
        return rule == DeliveryRule.ON_FOLLOWERS ? members / 2 : members / 2 + 1;
    }

    @Override
    public Prepared prepare(Rng random, Durability durability) {
        ZabConfig config = ZabConfig.drawn(bound -> random.between(0, bound - 1));
        CoinSettings coin = CoinSettings.drawn(bound -> random.between(0, bound - 1));
        Policies policies = Variants.policies(protocol, coin, random.chance(0.5));
        NodeFactory nodes =
                (id, members, seed, effects) ->
                        instance(new ZabNode(id, members, config, policies, seed, effects));
        return new Prepared(
                nodes, ZabCodec.INSTANCE, config.payloadBytesMax(), config + "\n  " + coin);
    }

    /** A node with its {@link ZabProbe}. */
    public static NodeFactory.Instance instance(ZabNode node) {
        return new NodeFactory.Instance(node, new ZabProbe(node));
    }
}
