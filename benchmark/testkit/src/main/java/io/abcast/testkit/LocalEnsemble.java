package io.abcast.testkit;

import io.abcast.client.ClientLoops;
import io.abcast.client.tls.ClientKeys;
import io.abcast.command.process.Orders;
import io.abcast.server.ProtocolNames;
import io.abcast.server.figures.MemberFigures;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;

/**
 * Runs an ensemble of server processes on this host. The method {@link #close} ends all servers, whatever their state.
 * If this process ends without closing the ensemble, the servers end by themselves.
 */
public final class LocalEnsemble implements AutoCloseable {
    /** A block of ports has room for this number of servers. */
    public static final int SERVERS_MAX = LoopbackHosts.SERVERS_MAX;

    private static final long POLL_MILLIS = 50;

    private final ClusterSpec spec;
    private final ClientLoops loops = new ClientLoops(1);
    private final List<ServerProcess> servers = new ArrayList<>();
    private final List<Control> controls = new ArrayList<>();
    private final Hosts hosts;
    private final SslContext tls;
    private final String name = "bench-" + Long.toHexString(ThreadLocalRandom.current().nextLong());
    private boolean closed;

    /** Prepares servers on the loopback interface; {@link #start} starts them. */
    public LocalEnsemble(ClusterSpec spec) throws IOException {
        this(spec, loopback(spec.servers()));
    }

    /** Chooses addresses and ports on the loopback interface; the ports were free at the time of the call. */
    public static Hosts loopback(int servers) throws IOException {
        return LoopbackHosts.find(servers);
    }

    /** Prepares the servers of a cluster on the given hosts; {@link #start} starts them. */
    public LocalEnsemble(ClusterSpec spec, Hosts hosts) throws IOException {
        this.spec = spec;
        this.hosts = hosts;
        Path keys = spec.clientKeys();
        tls = keys == null ? null : ClientKeys.ofClient(keys, ClusterSpec.CLIENT);
        Files.createDirectories(spec.directory());
        if (FbpKeyring.needed(spec)) FbpKeyring.make(spec.directory(), spec.servers());
        for (int id = 1; id <= spec.servers(); id++) prepare(id, arguments(id, name));
    }

    private ServerProcess prepare(int id, List<String> arguments) {
        Path log = spec.directory().resolve("server-" + id + ".log");
        InetSocketAddress clients = new InetSocketAddress(hosts.address(id), hosts.clientPort(id));
        ServerProcess server = new ServerProcess(id, clients, log, flags(id), arguments);
        server.startBy(hosts.launcher(id));
        servers.add(server);
        controls.add(new Control(loops, server.address(), tls));
        return server;
    }

    /**
     * Prepares an additional server with the next free id; once started, it waits until an operator adds it to the
     * ensemble.
     */
    public ServerProcess prepareJoining() throws IOException {
        int id = servers.size() + 1;
        List<String> arguments = new ArrayList<>(arguments(id, name));
        arguments.add("--joining");
        return prepare(id, arguments);
    }

    private List<String> flags(int id) {
        List<String> flags = new ArrayList<>(spec.jvmFlags());
        if (!hosts.address(id).isLoopbackAddress())
            flags.add("-Djgroups.bind_addr=" + hosts.address(id).getHostAddress());
        return flags;
    }

    private List<String> arguments(int id, String cluster) throws IOException {
        List<String> arguments = new ArrayList<>();
        arguments.addAll(List.of("--members", spec.members()));
        arguments.addAll(List.of("--bind", hosts.address(id).getHostAddress()));
        arguments.addAll(List.of("--config", spec.config().toString()));
        arguments.addAll(List.of("--protocol", spec.protocol()));
        arguments.addAll(List.of("--cluster", cluster));
        arguments.addAll(List.of("--durability", spec.durability()));
        arguments.addAll(List.of("--data", data(id).toString()));
        // Only protocols of the Zab family have the attribute {@code batching}; the other protocols
        // decide each request separately.
        if (spec.protocol().startsWith("ZAB"))
            arguments.addAll(List.of("--set", spec.protocol() + ".batching=" + spec.batching()));
        String stack = Files.readString(spec.config());
        if (stack.contains("TCPPING")) {
            arguments.addAll(List.of("--group-port", Integer.toString(hosts.groupPort(id))));
            StringBuilder all = new StringBuilder();
            for (int other = 1; other <= spec.servers(); other++)
                all.append(other == 1 ? "" : ",")
                        .append(hosts.address(other).getHostAddress())
                        .append("[" + hosts.groupPort(other) + "]");
            arguments.addAll(List.of("--hosts", all.toString()));
        } else if (stack.contains("mcast_port")) {
            arguments.addAll(List.of("--set", "UDP.mcast_port=" + hosts.groupPort(1)));
        }
        if (spec.clientKeys() != null)
            arguments.addAll(List.of("--client-keys", spec.clientKeys().toString()));
        if (FbpKeyring.needed(spec))
            arguments.addAll(List.of("--fbp-keys", FbpKeyring.in(spec.directory()).toString()));
        arguments.addAll(hosts.arguments(id));
        arguments.addAll(spec.serverArguments());
        return arguments;
    }

    /** TLS settings for a client of this ensemble; {@code null} if the client ports do not use TLS. */
    public SslContext tls() {
        return tls;
    }

    public Path data(int id) {
        return hosts.data(spec.directory(), id);
    }

    /** The address at which the other members reach a server if the stack uses TCP for its group port. */
    public InetSocketAddress groupAddress(int id) {
        return new InetSocketAddress(hosts.address(id), hosts.groupPort(id));
    }

    public List<ServerProcess> servers() {
        return servers;
    }

    public ServerProcess server(int id) {
        return servers.get(id - 1);
    }

    public Control control(int id) {
        return controls.get(id - 1);
    }

    public List<InetSocketAddress> addresses() {
        return servers.stream().map(ServerProcess::address).toList();
    }

    /**
     * Makes each server use a main class, which accepts a server's arguments and orders on standard input, from its
     * next start on.
     *
     * @param answersOption option whose argument is the address of a server's {@link io.abcast.command.process.Reports}
     */
    public void takeOrders(Class<?> main, String answersOption) {
        for (ServerProcess server : servers) server.takeOrders(main, answersOption);
    }

    /**
     * Channels for orders to the server processes, which must run, with a main class that accepts orders over standard
     * input.
     */
    public List<Orders> orders() {
        return servers.stream().map(ServerProcess::orders).toList();
    }

    /**
     * Starts all servers, and waits until all of them serve requests.
     *
     * @throws IOException if the servers do not serve requests within {@code timeout}; the message names the servers'
     *     log files
     */
    public void start(Duration timeout) throws IOException {
        for (ServerProcess server : servers) server.start();
        boolean ready = await(timeout, () -> dead() || serving());
        if (!ready || dead()) throw notServing(timeout);
    }

    private boolean dead() {
        return servers.stream().anyMatch(server -> !server.alive());
    }

    private IOException notServing(Duration timeout) {
        return new IOException(
                (dead() ? "a server ended" : "not serving within " + timeout.toSeconds() + " s")
                        + where());
    }

    /**
     * Waits until every running server serves requests, and all servers name the same leader if the protocol has one.
     */
    public void awaitServing(Duration timeout) throws IOException {
        if (!await(timeout, this::serving)) throw notServing(timeout);
    }

    /** Element name of the ordering protocol of the ensemble. */
    public String protocol() {
        return spec.protocol();
    }

    public boolean leaderless() {
        return ProtocolNames.leaderless(spec.protocol());
    }

    private boolean serving() {
        int leader = 0;
        boolean served = false;
        for (ServerProcess server : servers) {
            if (!server.alive()) continue;
            MemberFigures figures;
            try {
                figures = control(server.id()).figures();
            } catch (IOException e) {
                return false;
            }
            if (!figures.active() || (leader != 0 && figures.leader() != leader)) return false;
            leader = figures.leader();
            served = true;
        }
        return leaderless() ? served : leader != 0;
    }

    /**
     * The id of the leader that a majority of the running servers name; 0 without such a majority or without a leader.
     */
    public int leader() {
        int[] votes = new int[servers.size() + 1];
        for (ServerProcess server : servers) {
            if (!server.alive()) continue;
            try {
                MemberFigures figures = control(server.id()).figures();
                if (figures.active()) votes[figures.leader()]++;
            } catch (IOException e) {
                // Ignore a server that does not answer: it names no leader.
            }
        }
        for (int id = 1; id < votes.length; id++) if (votes[id] > servers.size() / 2) return id;
        return 0;
    }

    /**
     * Waits until all running servers have the same state, which does not include zxids if the protocol has no leader.
     *
     * @return digest of the common state; {@code null} if the servers' states do not agree within {@code timeout}
     */
    public Control.Digest awaitAgreement(Duration timeout) {
        Control.Digest[] agreed = new Control.Digest[1];
        await(
                timeout,
                () -> {
                    agreed[0] = agreement();
                    return agreed[0] != null;
                });
        return agreed[0];
    }

    private Control.Digest agreement() {
        if (spec.ofEqualState().isEmpty()) return agreement(servers);
        Control.Digest last = null;
        for (List<Integer> ids : spec.ofEqualState()) {
            List<ServerProcess> group = ids.stream().map(this::server).toList();
            if (group.stream().noneMatch(ServerProcess::alive)) continue;
            last = agreement(group);
            if (last == null) return null;
        }
        return last;
    }

    private Control.Digest agreement(List<ServerProcess> group) {
        Control.Digest first = null;
        for (ServerProcess server : group) {
            if (!server.alive()) continue;
            try {
                Control.Digest digest = control(server.id()).digest();
                if (first != null && !same(first, digest)) return null;
                first = digest;
            } catch (IOException e) {
                return null;
            }
        }
        return first;
    }

    private boolean same(Control.Digest one, Control.Digest other) {
        boolean state = one.digest() == other.digest() && one.keys() == other.keys();
        return state && (leaderless() || one.zxid() == other.zxid());
    }

    private boolean await(Duration timeout, BooleanSupplier condition) {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) return false;
            try {
                Thread.sleep(POLL_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return true;
    }

    /**
     * Text for error messages: the directory of the servers' logs, and the last log lines of servers that have ended.
     */
    public String where() {
        StringBuilder text = new StringBuilder("; logs in ").append(spec.directory());
        for (ServerProcess server : servers)
            if (!server.alive()) text.append("; ").append(server.end());
        return text.toString();
    }

    /** Ends all servers of the ensemble; thread-safe, and a second call has no effect. */
    @Override
    public synchronized void close() {
        if (closed) return;
        closed = true;
        for (ServerProcess server : servers) if (server.alive()) server.terminate();
        for (ServerProcess server : servers) server.close();
        for (Control control : controls) control.close();
        loops.close();
    }
}
