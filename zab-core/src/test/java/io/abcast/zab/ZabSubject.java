package io.abcast.zab;

import io.abcast.kernel.Effects;
import io.abcast.kernel.EffectsFilter;
import io.abcast.kernel.Membership;
import io.abcast.kernel.NodeFilter;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.Refusal;
import io.abcast.kernel.SnapshotId;
import io.abcast.log.Durability;
import io.abcast.sim.NodeFactory;
import io.abcast.sim.Rng;
import io.abcast.sim.Subject;
import io.abcast.sim.Timeouts;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * The protocol {@code ZAB} as the system that the simulator tests; subclasses run other protocols of the Zab family.
 */
class ZabSubject implements Subject {
    static final class Coverage {
        long diff;
        long trunc;
        long snap;
        long sessionsBroken;
        long elections;
        long dropped;
        long unbatched;
        long logReads;
        long truncations;
        long snapshotsTaken;
        long snapshotsInstalled;
        long switches;
        final Map<Refusal, Integer> refusals = new EnumMap<>(Refusal.class);

        void add(ZabStatus s) {
            diff += s.syncDiff();
            trunc += s.syncTrunc();
            snap += s.syncSnap();
            sessionsBroken += s.sessionsBroken();
            elections += s.elections();
            dropped += s.messagesDropped();
            switches += s.switches();
        }
    }

    interface Taps {
        Tap of(int id, Membership members);
    }

    final Coverage coverage = new Coverage();
    private final List<ZabNode> nodes = new ArrayList<>();
    private final Rules rules;
    private final Taps taps;

    ZabSubject() {
        this((id, members) -> new Tap());
    }

    ZabSubject(Taps taps) {
        this(Rules.SOUND, taps);
    }

    ZabSubject(Rules rules, Taps taps) {
        this.rules = rules;
        this.taps = taps;
    }

    static ZabSubject ruledBy(Rules rules) {
        return new ZabSubject(rules, (id, members) -> new Tap());
    }

    @Override
    public String protocol() {
        return "ZAB";
    }

    @Override
    public boolean equalSnapshots(long seed) {
        return (seed & 1) == 0;
    }

    @Override
    public boolean changesMembership() {
        return true;
    }

    @Override
    public int oldWireVersion() {
        return 1;
    }

    List<Policies> policies(Rng random) {
        return List.of(Policies.ZAB);
    }

    @Override
    public Prepared prepare(Rng random, Durability durability) {
        count();
        ZabConfig config = ZabConfig.drawn(bound -> random.between(0, bound - 1));
        if (!config.batching()) coverage.unbatched++;
        List<Policies> policies = policies(random);
        IntFunction<ZabConfig> configs = config.drawnByRank(bound -> random.between(0, bound - 1));
        String parameters = config + "\n  " + policies.stream().map(Policies::own).toList();
        return new Prepared(
                factory(configs, policies),
                ZabCodec.INSTANCE,
                config.payloadBytesMax(),
                parameters,
                new Timeouts(config.electionTimeoutNanos(), config.phaseNanos()));
    }

    void count() {
        for (ZabNode node : nodes) coverage.add(node.status());
        nodes.clear();
    }

    NodeFactory factory(ZabConfig config, List<Policies> policies) {
        return factory(rank -> config, policies);
    }

    private NodeFactory factory(IntFunction<ZabConfig> configs, List<Policies> policies) {
        return new NodeFactory() {
            @Override
            public Instance create(int id, Membership members, long seed, Effects effects) {
                return instance(false, configs, policies, id, members, seed, effects);
            }

            @Override
            public Instance join(int id, Membership members, long seed, Effects effects) {
                return instance(true, configs, policies, id, members, seed, effects);
            }
        };
    }

    private NodeFactory.Instance instance(
            boolean joining,
            IntFunction<ZabConfig> configs,
            List<Policies> policies,
            int id,
            Membership members,
            long seed,
            Effects effects) {
        Tap tap = taps.of(id, members);
        int rank = members.rank(id);
        ZabConfig config = configs.apply(rank);
        int last = policies.size() - 1;
        Policies own = policies.get(rank < 0 ? last : Math.min(rank, last));
        Effects counted = new Counting(tap.outward(effects));
        ZabNode node =
                create(id, members, joining ? config.joining(true) : config, own, seed, counted);
        return new NodeFactory.Instance(tap.inward(new Started(node)), new ZabProbe(node));
    }

    ZabNode create(
            int id,
            Membership members,
            ZabConfig config,
            Policies policies,
            long seed,
            Effects effects) {
        return new ZabNode(id, members, rules, config, policies, seed, effects);
    }

    private final class Started extends NodeFilter {
        private final ZabNode node;

        Started(ZabNode node) {
            super(node);
            this.node = node;
        }

        @Override
        public void onStart(Recovered recovered) {
            super.onStart(recovered);
            nodes.add(node);
        }
    }

    private final class Counting extends EffectsFilter {
        Counting(Effects effects) {
            super(effects);
        }

        @Override
        public void readLog(long afterZxid, int bytesMax) {
            coverage.logReads++;
            super.readLog(afterZxid, bytesMax);
        }

        @Override
        public void truncate(long lastZxid) {
            coverage.truncations++;
            super.truncate(lastZxid);
        }

        @Override
        public void takeSnapshot(long zxid, byte[] note) {
            coverage.snapshotsTaken++;
            super.takeSnapshot(zxid, note);
        }

        @Override
        public void installSnapshot(SnapshotId snapshot, byte[] note) {
            coverage.snapshotsInstalled++;
            super.installSnapshot(snapshot, note);
        }

        @Override
        public void refuse(long request, Refusal why) {
            coverage.refusals.merge(why, 1, Integer::sum);
            super.refuse(request, why);
        }
    }
}
