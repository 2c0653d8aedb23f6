package io.abcast.benchmark.micro;

import io.abcast.benchmark.load.LocalTarget;
import io.abcast.client.ClientLoops;
import io.abcast.load.LoadEngine;
import io.abcast.load.LoadFigures;
import io.abcast.load.LoadSpec;
import io.abcast.load.RateSchedule;
import io.abcast.load.ReadKind;
import io.abcast.server.ConnectionLimits;
import io.abcast.server.ReplicaServer;
import io.abcast.server.ServerOptions;
import io.abcast.server.figures.MemberFigures;
import io.abcast.testkit.Control;
import io.abcast.testkit.Hosts;
import io.abcast.testkit.LocalEnsemble;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Three replicas of the key-value store in one JVM, with the shipped stack on the loopback interface and logs in
 * memory. Clients in the same JVM submit all writes, of 1 KB each, at one follower.
 */
public final class ClusterSubject implements Subject {
    private static final int SERVERS = 3;
    private static final int CLIENTS = 64;
    private static final long TURN_NANOS = 20_000_000;
    private static final long START_NANOS = 30_000_000_000L;

    private static final String CLIENTS_THREAD = "micro-clients";

    private final List<ReplicaServer> servers = new ArrayList<>();
    private final ScheduledExecutorService clients =
            Executors.newSingleThreadScheduledExecutor(
                    task -> {
                        Thread thread = new Thread(task, CLIENTS_THREAD);
                        thread.setDaemon(true);
                        return thread;
                    });
    private final LoadEngine load;
    private final int leader;
    private final int entry;

    public ClusterSubject() throws IOException {
        Hosts hosts = LocalEnsemble.loopback(SERVERS);
        try {
            for (int id = 1; id <= SERVERS; id++) servers.add(start(hosts, id));
            leader = leader(hosts);
            entry = leader % SERVERS + 1;
            LoadSpec spec =
                    new LoadSpec(
                            CLIENTS, RateSchedule.NONE, 100, 1024, 0, 0, 10_000, 1, ReadKind.LOCAL);
            load =
                    new LoadEngine(
                            spec,
                            List.of(clients),
                            (loop, part) -> new LocalTarget(servers.get(entry - 1), loop, part));
            load.start();
            long end = System.nanoTime() + START_NANOS;
            while (load.poll().writes() == 0) {
                if (System.nanoTime() > end) throw new IOException("serves nobody");
                LockSupport.parkNanos(TURN_NANOS);
            }
        } catch (IOException | RuntimeException e) {
            servers.forEach(ReplicaServer::close);
            clients.shutdownNow();
            throw e;
        }
    }

    private static ReplicaServer start(Hosts hosts, int id) throws IOException {
        ServerOptions options =
                new ServerOptions(
                        id,
                        each(Integer::toString),
                        false,
                        "ZAB",
                        Path.of("..", "..", "config", "zab-tcp.xml"),
                        hosts.address(id),
                        hosts.clientPort(id),
                        hosts.groupPort(id),
                        each(other -> "127.0.0.1[" + hosts.groupPort(other) + "]"),
                        "micro-" + hosts.groupPort(1),
                        null,
                        "memory",
                        null,
                        Map.of("TCP.diag.enabled", "false"),
                        1,
                        1024,
                        16 << 20,
                        ConnectionLimits.defaults(),
                        null,
                        null);
        return ReplicaServer.start(options, line -> {});
    }

    private static int leader(Hosts hosts) throws IOException {
        long end = System.nanoTime() + START_NANOS;
        InetSocketAddress port = new InetSocketAddress(hosts.address(1), hosts.clientPort(1));
        try (ClientLoops loops = new ClientLoops(1);
                Control control = new Control(loops, port)) {
            while (System.nanoTime() < end) {
                MemberFigures figures = control.figures();
                if (figures.active()) return figures.leader();
                LockSupport.parkNanos(TURN_NANOS);
            }
        }
        throw new IOException("no leader");
    }

    int leader() {
        return leader;
    }

    int entry() {
        return entry;
    }

    private static String each(IntFunction<String> text) {
        return IntStream.rangeClosed(1, SERVERS).mapToObj(text).collect(Collectors.joining(","));
    }

    @Override
    public int turn() {
        LockSupport.parkNanos(TURN_NANOS);
        LoadFigures since = load.poll();
        if (since.errorsTotal() > 0) throw new AssertionError(since.errorText());
        return (int) since.writes();
    }

    @Override
    public void close() {
        load.stop();
        for (ReplicaServer server : servers) server.close();
        clients.shutdownNow();
    }
}
