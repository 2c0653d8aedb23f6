package io.abcast.benchmark.limits;

import io.abcast.client.ClientLoops;
import io.abcast.command.process.ProcessRegistry;
import io.abcast.load.LoadEngine;
import io.abcast.server.figures.Counter;
import io.abcast.testkit.ClusterSpec;
import io.abcast.testkit.LocalEnsemble;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Measures the cost of a write, and of a server's start, at several lengths of the log. The servers take no snapshots,
 * so the log grows without compaction.
 */
public final class LogRun {
    private static final Duration START = Duration.ofSeconds(60);
    private static final int KEYS = 10_000;

    /**
     * Settings of the measurement of long logs.
     *
     * @param lengths lengths of the log in bytes at which costs are measured, in increasing order
     * @param clients number of clients of the load, which is a closed loop: each client waits for the answer before its
     *     next request
     * @param seconds duration of the measurement at each length of the log, in seconds
     * @param patience maximum time in seconds until the log reaches each length, and maximum time in seconds of each
     *     start of a server
     */
    public record Setting(
            int nodes,
            String protocol,
            Path config,
            String durability,
            List<Long> lengths,
            int valueBytes,
            int clients,
            double seconds,
            double patience,
            List<String> jvmFlags,
            int loadThreads,
            long seed) {}

    private final Setting setting;
    private final Consumer<String> progress;

    /** @param progress receives a line of text before each step of the measurement */
    public LogRun(Setting setting, Consumer<String> progress) {
        this.setting = setting;
        this.progress = progress;
    }

    /** @throws IOException if servers do not start, or end during the run; the message names the servers' logs */
    public List<LogResult> run(Path directory, ProcessRegistry registry)
            throws IOException, InterruptedException {
        ClusterSpec spec =
                new ClusterSpec(
                        setting.nodes,
                        setting.protocol,
                        setting.config,
                        setting.durability,
                        true,
                        directory,
                        setting.jvmFlags,
                        List.of(
                                "--set",
                                setting.protocol + ".snapshot_every_bytes=" + Long.MAX_VALUE));
        try (LocalEnsemble cluster =
                        registry.opened(new LocalEnsemble(spec), LocalEnsemble::close);
                ClientLoops loops = new ClientLoops(setting.loadThreads)) {
            cluster.start(START);
            LoadedCluster loaded =
                    new LoadedCluster(cluster, loops, setting.valueBytes, KEYS, setting.seed);
            List<LogResult> results = new ArrayList<>();
            for (long length : setting.lengths) results.add(at(length, loaded));
            return results;
        }
    }

    private LogResult at(long length, LoadedCluster loaded)
            throws IOException, InterruptedException {
        LocalEnsemble cluster = loaded.cluster();
        try {
            int leader = cluster.leader();
            LoadEngine load = loaded.load(setting.clients, 0, 0);
            load.start();
            long end = System.nanoTime() + (long) (setting.patience * 1e9);
            while (written(cluster, leader) < length) {
                Phase.pass(0.2, () -> false);
                if (System.nanoTime() > end)
                    throw new IOException("the log did not grow to " + length + " bytes in time");
            }
            long bytes = written(cluster, leader);
            Phase phase = Phase.of(length + " bytes", load, setting.seconds, () -> false);
            load.stop();
            int follower = loaded.follower();
            cluster.server(follower).kill();
            long began = System.nanoTime();
            cluster.server(follower).start();
            Phase.pass(setting.patience, () -> loaded.serves(follower));
            double took = (System.nanoTime() - began) / 1e9;
            progress.accept(
                    String.format(
                            "%,d bytes: %,.0f writes/s, a start takes %.1f s",
                            bytes, phase.perSecond(), took));
            return new LogResult(bytes, phase, took < setting.patience ? took : Double.NaN);
        } catch (IOException | RuntimeException e) {
            throw new IOException(e.getMessage() + cluster.where(), e);
        }
    }

    private static long written(LocalEnsemble cluster, int id) throws IOException {
        return cluster.control(id).figures().counter(Counter.LOG_BYTES);
    }
}
