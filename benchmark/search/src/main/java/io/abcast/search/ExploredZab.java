package io.abcast.search;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Membership;
import io.abcast.kernel.MessageCodec;
import io.abcast.kernel.Node;
import io.abcast.kernel.Probe;
import io.abcast.sim.NodeFactory;
import io.abcast.sim.explore.ExploredProtocol;
import io.abcast.sim.explore.FieldRules;
import io.abcast.zab.Policies;
import io.abcast.zab.ZabCodec;
import io.abcast.zab.ZabConfig;
import io.abcast.zab.ZabNode;
import io.abcast.zab.ZabPhase;

/** Zab in the form that the explorer runs: election, discovery, synchronisation and broadcast. */
public class ExploredZab implements ExploredProtocol {
    private static final long MILLI = 1_000_000;
    private static final long RETRY = 100 * MILLI;
    private static final long ELECTION_TIMEOUT = 300 * MILLI;
    private static final long PHASE = 400 * MILLI;

    private final ZabConfig config;

    public ExploredZab() {
        ZabConfig d = ZabConfig.defaults();
        config =
                new ZabConfig(
                        true,
                        false,
                        false,
                        d.payloadBytesMax(),
                        d.pendingMax(),
                        d.pendingBytesMax(),
                        d.outstandingBytesMax(),
                        d.windowBytesMax(),
                        d.proposalBytesMax(),
                        d.cacheBytesMax(),
                        d.snapshotEveryBytes(),
                        d.snapshotChunkBytes(),
                        RETRY / 2,
                        RETRY / 2,
                        RETRY,
                        ELECTION_TIMEOUT,
                        PHASE,
                        0);
    }

    @Override
    public String protocol() {
        return "ZAB";
    }

    @Override
    public NodeFactory.Instance node(int id, Membership members, long seed, Effects effects) {
        return ZabFamily.instance(new ZabNode(id, members, config, Policies.ZAB, seed, effects));
    }

    @Override
    public MessageCodec<?> codec() {
        return ZabCodec.INSTANCE;
    }

    @Override
    public FieldRules rules() {
        return new FieldRules()
                .constants(ZabConfig.class, Policies.class)
                .ignore("Core.figures", "Delivery.figures")
                .times("Core.now")
                .relative("Core.persistVersion", "Persisting.version");
    }

    @Override
    public long tickNanos() {
        return RETRY;
    }

    @Override
    public long retryNanos() {
        return RETRY;
    }

    @Override
    public long electionNanos() {
        return 2 * PHASE;
    }

    @Override
    public long longestNanos() {
        return 4 * PHASE;
    }

    @Override
    public int votersMin(int members) {
        return members / 2 + 1;
    }

    @Override
    public long campaign(Node node, Probe probe) {
        return probe.phase() == ZabPhase.LOOKING ? 1 : 0;
    }
}
