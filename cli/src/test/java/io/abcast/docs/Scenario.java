package io.abcast.docs;

import io.abcast.log.Durability;
import io.abcast.log.StorageLimits;
import io.abcast.search.ZabFamily;
import io.abcast.sim.Cluster;
import io.abcast.sim.ClusterModel;
import io.abcast.sim.DiskModel;
import io.abcast.sim.NetworkModel;
import io.abcast.sim.NodeFactory;
import io.abcast.sim.Trace;
import io.abcast.zab.ZabCodec;
import io.abcast.zab.ZabConfig;
import io.abcast.zab.ZabNode;
import io.abcast.zab.ZabProbe;
import io.abcast.zab.ZabStatus;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;

/**
 * Simulates three members of Zab without randomness. Every message takes 0.5 ms, every sync of a log 1 ms, and the
 * processing of a message 0.01 ms.
 */
final class Scenario {
    private static final long MILLI = 1_000_000;
    private static final long STEP_NANOS_MAX = 60_000 * MILLI;

    private final List<String> lines = new ArrayList<>();
    private final Cluster cluster;
    private ZabConfig config;
    private boolean listening;

    private static final Pattern OF_THE_GROUP =
            Pattern.compile(" -> @| no address of | REACHABLE ");

    /** The random seed of the next start, so that two starts of a member have different session numbers. */
    private long starts;

    Scenario(ZabConfig config) {
        this(config, Durability.FSYNC);
    }

    Scenario(ZabConfig config, Durability durability) {
        this.config = config;
        NetworkModel network = new NetworkModel(MILLI / 2, 0, 0, MILLI / 100, 0, 0, false);
        DiskModel disk =
                new DiskModel(
                        durability,
                        new StorageLimits(16 << 10, 1 << 20, 0),
                        MILLI,
                        MILLI,
                        1,
                        1,
                        false,
                        false,
                        0,
                        DiskModel.Lie.NONE);
        ClusterModel quiet = ClusterModel.quiet(3, durability, ZabCodec.INSTANCE);
        ClusterModel model =
                new ClusterModel(
                        quiet.members(),
                        network,
                        disk,
                        ZabCodec.INSTANCE,
                        ClusterModel.Hints.NEVER,
                        quiet.batchMax(),
                        false,
                        0,
                        0,
                        quiet.requestNanos(),
                        quiet.inboxBytesMax(),
                        false,
                        0);
        NodeFactory nodes =
                (id, members, seed, effects) ->
                        ZabFamily.instance(
                                new ZabNode(id, members, this.config, ++starts, effects));
        cluster = new Cluster(model, nodes, 1, new Trace(this::note));
    }

    private void note(String line) {
        if (listening && !OF_THE_GROUP.matcher(line).find()) lines.add(line);
    }

    Scenario listen() {
        listening = true;
        return this;
    }

    Scenario formed() {
        cluster.startAll();
        return runUntil(() -> isActive(1) && isActive(2) && isActive(3)).runMillis(1);
    }

    Scenario configure(ZabConfig next) {
        config = next;
        return this;
    }

    Scenario start(int id) {
        cluster.start(id);
        return this;
    }

    Scenario crash(int id) {
        cluster.crash(id);
        return this;
    }

    Scenario submit(int id, int bytes) {
        cluster.submit(id, "x".repeat(bytes).getBytes(StandardCharsets.UTF_8));
        return this;
    }

    Scenario runMillis(long millis) {
        cluster.runFor(millis * MILLI);
        return this;
    }

    Scenario runUntil(BooleanSupplier condition) {
        if (!cluster.runUntil(condition, STEP_NANOS_MAX))
            throw new AssertionError("the condition was not reached:\n" + cluster.describe());
        return this;
    }

    boolean isActive(int id) {
        return cluster.probe(id) instanceof ZabProbe probe && probe.node().status().active();
    }

    ZabStatus status(int id) {
        return ((ZabProbe) cluster.probe(id)).node().status();
    }

    List<String> lines() {
        return lines;
    }
}
