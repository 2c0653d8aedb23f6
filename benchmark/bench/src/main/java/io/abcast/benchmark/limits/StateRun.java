package io.abcast.benchmark.limits;

import io.abcast.client.ClientLoops;
import io.abcast.command.process.Directories;
import io.abcast.command.process.ProcessRegistry;
import io.abcast.load.LoadEngine;
import io.abcast.server.figures.Counter;
import io.abcast.testkit.ClusterSpec;
import io.abcast.testkit.LocalEnsemble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Measures how a follower returns when the state of the application is large. The run fills the state, kills a follower
 * under load, and restarts the follower: first with its data directory, then without it. During the measurement, the
 * clients send requests only to the members other than the killed follower.
 */
public final class StateRun {
    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration AGREE = Duration.ofSeconds(60);
    private static final int FILLING_CLIENTS = 64;
    private static final long POLL_NANOS = 100_000_000;

    /** The clients write random keys, so the last few percent of the keys would take as long as all others. */
    private static final double FILLED = 0.95;

    /**
     * Settings of the measurement of a follower's return.
     *
     * @param stateBytes number of bytes of all values in the state together.
     * @param clients number of clients of the load, each with one write in flight.
     * @param rate number of writes per second in an open loop; 0 for a closed loop.
     * @param seconds length in seconds of each phase before and after the follower's return.
     * @param patience maximum time in seconds to fill the state, and maximum time in seconds of each return of the
     *     follower.
     * @param settings attributes of the protocol, as the values of {@code --set} for the servers
     */
    public record Setting(
            int nodes,
            String protocol,
            Path config,
            String durability,
            long stateBytes,
            int valueBytes,
            int clients,
            int rate,
            double seconds,
            double patience,
            List<String> jvmFlags,
            List<String> settings,
            int loadThreads,
            long seed) {
        int keys() {
            return (int) Math.max(1, stateBytes / valueBytes);
        }
    }

    private final Setting setting;
    private final Consumer<String> progress;
    private LocalEnsemble cluster;
    private LoadedCluster loaded;

    /** @param progress receives a line of text before each step of the measurement */
    public StateRun(Setting setting, Consumer<String> progress) {
        this.setting = setting;
        this.progress = progress;
    }

    /**
     * @throws IOException if servers do not start, or end during the run, or if the state is not filled in time; the
     *     message names the servers' logs
     */
    public List<StateResult> run(Path directory, ProcessRegistry registry)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>();
        for (String one : setting.settings) arguments.addAll(List.of("--set", one));
        ClusterSpec spec =
                new ClusterSpec(
                        setting.nodes,
                        setting.protocol,
                        setting.config,
                        setting.durability,
                        true,
                        directory,
                        setting.jvmFlags,
                        arguments);
        try (LocalEnsemble started =
                        registry.opened(new LocalEnsemble(spec), LocalEnsemble::close);
                ClientLoops clients = new ClientLoops(setting.loadThreads)) {
            cluster = started;
            loaded =
                    new LoadedCluster(
                            started, clients, setting.valueBytes, setting.keys(), setting.seed);
            cluster.start(START);
            try {
                fill();
                List<StateResult> results = new ArrayList<>();
                for (boolean emptied : new boolean[] {false, true}) results.add(away(emptied));
                return results;
            } catch (IOException | RuntimeException e) {
                throw new IOException(e.getMessage() + cluster.where(), e);
            }
        }
    }

    private void fill() throws IOException {
        LoadEngine filling = loaded.load(FILLING_CLIENTS, 0, 0);
        filling.start();
        long end = System.nanoTime() + (long) (setting.patience * 1e9);
        long wanted = (long) (FILLED * setting.keys());
        int leader = cluster.leader();
        long keys = 0;
        for (int polls = 0; keys < wanted; polls++) {
            if (System.nanoTime() > end)
                throw new IOException(
                        "filling: expected " + wanted + " keys in time, have " + keys);
            LockSupport.parkNanos(POLL_NANOS);
            keys = cluster.control(leader).digest().keys();
            if (polls % 20 == 0)
                progress.accept(
                        String.format(
                                "filling the state: %,d of %,d values of %,d bytes",
                                keys, wanted, setting.valueBytes));
        }
        filling.stop();
    }

    private StateResult away(boolean emptied) throws IOException, InterruptedException {
        int leader = cluster.leader();
        int follower = loaded.follower();
        long snapshots = snapshots(follower);
        LoadEngine load = loaded.load(setting.clients, setting.rate, follower);
        load.start();
        List<Phase> phases = new ArrayList<>();
        Phase.pass(setting.seconds / 2, () -> false);
        phases.add(Phase.of("before", load, setting.seconds, () -> false));
        progress.accept(
                emptied ? "a follower is killed and loses its disk" : "a follower is killed");
        cluster.server(follower).kill();
        if (emptied) Directories.delete(cluster.data(follower));
        phases.add(Phase.of("while the follower is away", load, setting.seconds / 2, () -> false));
        long began = System.nanoTime();
        cluster.server(follower).start();
        phases.add(
                Phase.of(
                        "while the follower returns",
                        load,
                        setting.patience,
                        () -> loaded.serves(follower)));
        double took = (System.nanoTime() - began) / 1e9;
        boolean back = took < setting.patience;
        progress.accept(String.format("the follower serves again after %.1f s", took));
        phases.add(Phase.of("after", load, setting.seconds, () -> false));
        load.stop();
        boolean agreed = cluster.awaitAgreement(AGREE) != null;
        long keys = cluster.control(leader).digest().keys();
        return new StateResult(
                emptied,
                keys,
                keys * setting.valueBytes,
                bytes(cluster.data(leader)),
                back ? took : Double.NaN,
                phases,
                agreed,
                snapshots(follower) - snapshots);
    }

    private long snapshots(int exceptId) throws IOException {
        long sum = 0;
        for (int id = 1; id <= setting.nodes; id++)
            if (id != exceptId) sum += cluster.control(id).figures().counter(Counter.SNAPSHOTS);
        return sum;
    }

    private static long bytes(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) return 0;
        try (Stream<Path> files = Files.walk(directory)) {
            long sum = 0;
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                try {
                    sum += Files.size(file);
                } catch (IOException e) {
                    // Ignored: the running server has deleted this file after the directory was
                    // listed.
                }
            }
            return sum;
        }
    }
}
