package io.abcast.papers.camu;

import io.abcast.kernel.Effects;
import io.abcast.kernel.GroupEffects;
import io.abcast.kernel.Membership;
import io.abcast.ordering.camu.CamuConfig;
import io.abcast.ordering.camu.PartitionLog;
import io.abcast.ordering.camu.PartitionMap;
import io.abcast.ordering.camu.PartitionNode;
import io.abcast.zab.Policies;
import io.abcast.zab.ZabConfig;
import io.abcast.zab.ZabNode;
import io.abcast.zab.ZabProbe;
import io.abcast.zab.variants.CoinSettings;
import io.abcast.zab.variants.Variants;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Creates nodes with the code that abcast ships: {@link PartitionNode}s on top of Zab, and Zab alone. */
final class CamuNodes {
    private static final Policies ZAB = Variants.policies("ZAB", CoinSettings.defaults(), true);

    private CamuNodes() {}

    static PartitionMap map(int partitions, int replicas) {
        Map<String, Membership> map = new TreeMap<>();
        for (int group = 0; group < partitions; group++) {
            int[] ids = new int[replicas];
            for (int i = 0; i < replicas; i++) ids[i] = group * replicas + i + 1;
            map.put(String.format(Locale.ROOT, "P%04d", group), Membership.of(ids));
        }
        return PartitionMap.of(map);
    }

    static PartitionNode partition(
            int group,
            int server,
            PartitionMap map,
            CamuConfig config,
            long seed,
            GroupEffects effects) {
        return new PartitionNode(
                group,
                server,
                map,
                config,
                seed,
                effects,
                below -> log(server, map, group, seed, below));
    }

    private static PartitionLog log(
            int server, PartitionMap map, int group, long seed, Effects effects) {
        ZabNode zab = zab(server, map.replicas(group), ~seed, effects);
        return new PartitionLog(zab, new ZabProbe(zab)::leads, config().payloadBytesMax());
    }

    static ZabNode zab(int server, Membership members, long seed, Effects effects) {
        return new ZabNode(server, members, config(), ZAB, seed, effects);
    }

    /**
     * No snapshots, because the simulated storage keeps nothing; log entries are larger than the transactions that they
     * contain.
     */
    private static ZabConfig config() {
        ZabConfig d = ZabConfig.defaults();
        return new ZabConfig(
                d.batching(),
                d.bootstrap(),
                d.joining(),
                2 * d.payloadBytesMax(),
                d.pendingMax(),
                d.pendingBytesMax(),
                d.outstandingBytesMax(),
                d.windowBytesMax(),
                d.proposalBytesMax(),
                d.cacheBytesMax(),
                Long.MAX_VALUE,
                d.snapshotChunkBytes(),
                d.voteIntervalNanos(),
                d.finalizeWaitNanos(),
                d.heartbeatNanos(),
                d.electionTimeoutNanos(),
                d.phaseNanos(),
                d.commitWaitNanos());
    }
}
