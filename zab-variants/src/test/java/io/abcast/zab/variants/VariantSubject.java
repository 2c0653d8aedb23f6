package io.abcast.zab.variants;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Zxid;
import io.abcast.kernel.log.Durability;
import io.abcast.sim.NodeFactory;
import io.abcast.sim.Probe;
import io.abcast.sim.Rng;
import io.abcast.sim.Subject;
import io.abcast.zab.BroadcastPolicy;
import io.abcast.zab.DeliveryRule;
import io.abcast.zab.Policies;
import io.abcast.zab.Role;
import io.abcast.zab.ZabCodec;
import io.abcast.zab.ZabConfig;
import io.abcast.zab.ZabNode;
import io.abcast.zab.ZabStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A protocol of the family as the simulator runs it; remembers its nodes, so that tests can look at their figures. */
class VariantSubject implements Subject {
    private final String protocol;
    final List<ZabNode> nodes = new ArrayList<>();

    VariantSubject(String protocol) {
        this.protocol = protocol;
    }

    @Override
    public String protocol() {
        return protocol;
    }

    @Override
    public int holdersMin(int members) {
        boolean restricted =
                Variants.policies(protocol, CoinSettings.defaults(), false).own().rule(members)
                        == DeliveryRule.ON_FOLLOWERS;
        return restricted ? members / 2 : members / 2 + 1;
    }

    @Override
    public Prepared prepare(Rng random, Durability durability) {
        ZabConfig config = ZabConfig.drawn(bound -> random.between(0, bound - 1));
        CoinSettings coin = CoinSettings.drawn(bound -> random.between(0, bound - 1));
        Policies policies = Variants.policies(protocol, coin, random.chance(0.5));
        NodeFactory factory =
                (id, members, seed, effects) -> {
                    ZabNode node = create(id, members, config, policies, seed, effects);
                    nodes.add(node);
                    return new NodeFactory.Instance(node, new Look(node));
                };
        return new Prepared(
                factory, ZabCodec.INSTANCE, config.payloadBytesMax(), config + "\n  " + coin);
    }

    ZabNode create(
            int id,
            Membership members,
            ZabConfig config,
            Policies policies,
            long seed,
            Effects effects) {
        return new ZabNode(id, members, config, policies, seed, effects);
    }

    /** The same protocol with its policy changed. */
    static VariantSubject altered(String protocol, Function<BroadcastPolicy, BroadcastPolicy> how) {
        return new VariantSubject(protocol) {
            @Override
            ZabNode create(
                    int id,
                    Membership members,
                    ZabConfig config,
                    Policies policies,
                    long seed,
                    Effects effects) {
                Policies other = new Policies(how.apply(policies.own()), List.of());
                return super.create(id, members, config, other, seed, effects);
            }
        };
    }

    private record Look(ZabNode node) implements Probe {
        @Override
        public boolean leads() {
            ZabStatus s = node.status();
            return s.role() == Role.LEADING && s.active();
        }

        @Override
        public int epoch() {
            return node.status().currentEpoch();
        }

        @Override
        public long deliveredZxid() {
            return node.status().deliveredZxid();
        }

        @Override
        public long lastZxid() {
            return node.status().lastZxid();
        }

        @Override
        public boolean voter() {
            return node.status().voter();
        }

        @Override
        public String line() {
            ZabStatus s = node.status();
            return s.role() + " of " + s.leader() + " last " + Zxid.toString(s.lastZxid());
        }
    }
}
