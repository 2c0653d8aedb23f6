package io.abcast.search;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Membership;
import io.abcast.log.Durability;
import io.abcast.sim.CoverageGoals;
import io.abcast.sim.NodeFactory;
import io.abcast.sim.Rng;
import io.abcast.sim.Subject;
import io.abcast.sim.Timeouts;
import io.abcast.zab.DeliveryRule;
import io.abcast.zab.Policies;
import io.abcast.zab.ZabCodec;
import io.abcast.zab.ZabConfig;
import io.abcast.zab.ZabNode;
import io.abcast.zab.ZabProbe;
import io.abcast.zab.variants.CoinSettings;
import io.abcast.zab.variants.Variants;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * A protocol of the Zab family, or a mixed ensemble of its protocols, in the form that the simulator runs.
 *
 * @param protocol name of the protocol, one of {@link Variants#names}, or {@link #MIXED}
 */
public record ZabFamily(String protocol) implements Subject {
    /** Name of an ensemble whose members run different, randomly drawn protocols. */
    public static final String MIXED = "MIXED";

    /** The tests of zab-variants draw equally many protocols, so that seeds give the same mixed ensembles. */
    private static final int MIXED_DRAWN = 9;

    /**
     * @throws IllegalArgumentException if there is no protocol with this name, or the protocol cannot run with {@code
     *     members} members
     */
    public static ZabFamily of(String protocol, int members) {
        if (!protocol.equals(MIXED))
            Variants.policies(protocol, CoinSettings.defaults(), true).own().check(members);
        return new ZabFamily(protocol);
    }

    @Override
    public int holdersMin(int members) {
        boolean restricted =
                protocol.equals(MIXED)
                        || Variants.policies(protocol, CoinSettings.defaults(), false)
                                        .own()
                                        .rule(members)
                                == DeliveryRule.ON_FOLLOWERS;
        return restricted ? members / 2 : members / 2 + 1;
    }

    @Override
    public CoverageGoals coverageGoals() {
        return ZabCoverageGoals.INSTANCE;
    }

    /** Whether members with equal states write equal snapshots in the run of {@code seed}. */
    @Override
    public boolean equalSnapshots(long seed) {
        return (seed & 1) == 0;
    }

    @Override
    public int oldWireVersion() {
        return 1;
    }

    @Override
    public boolean changesMembership() {
        return true;
    }

    @Override
    public Prepared prepare(Rng random, Durability durability) {
        ZabConfig config = ZabConfig.drawn(bound -> random.between(0, bound - 1));
        CoinSettings coin = CoinSettings.drawn(bound -> random.between(0, bound - 1));
        boolean countsLeader = random.chance(0.5);
        List<Policies> drawn = new ArrayList<>();
        if (protocol.equals(MIXED)) {
            List<String> names = new ArrayList<>(Variants.names());
            names.remove("ZAB_AC"); // ZAB_AC runs with three members only; there ZAB_AUTO runs it
            for (int i = 0; i < MIXED_DRAWN; i++)
                drawn.add(
                        Variants.policies(
                                names.get(random.below(names.size())), coin, countsLeader));
        } else {
            drawn.add(Variants.policies(protocol, coin, countsLeader));
        }
        IntFunction<ZabConfig> configs = config.drawnByRank(bound -> random.between(0, bound - 1));
        NodeFactory nodes =
                new NodeFactory() {
                    @Override
                    public Instance create(int id, Membership members, long seed, Effects effects) {
                        return node(false, id, members, seed, effects);
                    }

                    @Override
                    public Instance join(int id, Membership members, long seed, Effects effects) {
                        return node(true, id, members, seed, effects);
                    }

                    private Instance node(
                            boolean joining,
                            int id,
                            Membership members,
                            long seed,
                            Effects effects) {
                        int rank = members.rank(id);
                        ZabConfig of = configs.apply(rank);
                        ZabConfig with = joining ? of.joining(true) : of;
                        int last = drawn.size() - 1;
                        Policies own = drawn.get(rank < 0 ? last : Math.min(rank, last));
                        return instance(new ZabNode(id, members, with, own, seed, effects));
                    }
                };
        String parameters =
                config
                        + ", pendingMax by rank "
                        + IntStream.range(0, MIXED_DRAWN)
                                .map(rank -> configs.apply(rank).pendingMax())
                                .boxed()
                                .toList()
                        + "\n  "
                        + coin
                        + ", "
                        + drawn.stream().map(policies -> policies.own().name()).toList();
        return new Prepared(
                nodes,
                ZabCodec.INSTANCE,
                config.payloadBytesMax(),
                (int) Math.min(config.payloadBytesMax(), config.pendingBytesMax()),
                parameters,
                new Timeouts(config.electionTimeoutNanos(), config.phaseNanos()));
    }

    /** A node of Zab together with its {@link ZabProbe}. */
    public static NodeFactory.Instance instance(ZabNode node) {
        return new NodeFactory.Instance(node, new ZabProbe(node));
    }
}
