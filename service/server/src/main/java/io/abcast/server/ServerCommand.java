package io.abcast.server;

import io.abcast.command.CommandFailedException;
import io.abcast.command.Loggers;
import io.abcast.command.SecondsConverter;
import io.abcast.command.Usage;
import io.abcast.command.process.ParentWatch;
import io.abcast.kernel.Membership;
import io.abcast.ordering.Ordering;
import io.abcast.ordering.camu.PartitionMap;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code abcast server}, which runs one replica of the key-value store until it is stopped. */
@Command(
        name = "server",
        description = "Run one replica of the key-value store, with a port for clients.",
        sortOptions = false)
public class ServerCommand implements Callable<Integer> {
    private static final int TIMEOUT_SECONDS_MAX = 86_400;

    @Spec private CommandSpec spec;

    @Option(
            names = "--id",
            required = true,
            paramLabel = "N",
            description =
                    "Server id of this process: one of --members or, with --joining, a new number.")
    private int id;

    @Option(
            names = "--members",
            defaultValue = "1,2,3",
            paramLabel = "IDS",
            description =
                    "Server ids of the founders of the ensemble, the same at every server. Leave the list unchanged"
                            + " when members are added or removed. Default: ${DEFAULT-VALUE}.")
    private String members;

    @Option(
            names = "--partitions",
            paramLabel = "MAP",
            description =
                    "Partitions and their servers, the same at every server, such as 'A=1,2,3;B=1,2,3'; with --protocol"
                            + " CAMU, instead of --members. Default: A and B with all --members.")
    private String partitions;

    @Option(
            names = "--joining",
            description =
                    "Join a running ensemble: without a history this server waits for the leader and founds no"
                            + " ensemble. Use it for a server to be added by 'abcast member add' and for a server"
                            + " that has lost its disk. The option may stay.")
    private boolean joining;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "JGroups stack file. Default: the file in config/ for --protocol.")
    private Path config;

    @Option(
            names = "--protocol",
            paramLabel = "NAME",
            description =
                    "Ordering protocol, such as ZAB_CT, instead of the one in --config. Default: the one in --config,"
                            + " or ZAB.")
    private String protocol;

    @Option(
            names = "--client-port",
            paramLabel = "PORT",
            description = "TCP port for clients. Default: 7100 + id.")
    private Integer clientPort;

    @Option(
            names = "--bind",
            defaultValue = "127.0.0.1",
            paramLabel = "ADDRESS",
            description =
                    "Address of the client port and the group port. Default: ${DEFAULT-VALUE}, reachable from this"
                            + " host only.")
    private InetAddress bind;

    @Option(
            names = "--group-port",
            defaultValue = "0",
            paramLabel = "PORT",
            description = "TCP port for the other members. Default: as in the stack file.")
    private int groupPort;

    @Option(
            names = "--hosts",
            paramLabel = "HOST[PORT],...",
            description = "Hosts and group ports of the members. Default: as in the stack file.")
    private String hosts;

    @Option(
            names = "--cluster",
            defaultValue = "abcast",
            paramLabel = "NAME",
            description = "Name of the JGroups cluster. Default: ${DEFAULT-VALUE}.")
    private String cluster;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Data directory of this server; required for durability file and fsync.")
    private Path data;

    @Option(
            names = "--durability",
            paramLabel = "HOW",
            description =
                    "Durability of the log: memory, file or fsync. Default: as in the stack file.")
    private String durability;

    @Option(
            names = "--fbp-keys",
            paramLabel = "DIR",
            description =
                    "Directory of the keys of FBP: N.pub of every member and ID.key of this server"
                            + " (config/make-fbp-keys.sh makes them). Default: keys_dir of the stack file.")
    private Path fbpKeys;

    @Option(
            names = "--omaha",
            paramLabel = "on|off",
            description =
                    "Whether OMAHA is below the ordering protocol in the stack; the same at all servers. Default: as"
                            + " in the stack file.")
    private String omaha;

    @Option(
            names = "--set",
            paramLabel = "PROTOCOL.attribute=VALUE",
            description =
                    "Attribute of a protocol of the stack, such as ZAB.batching=false. Repeatable.")
    private Map<String, String> settings = new LinkedHashMap<>();

    @Option(
            names = "--io-threads",
            defaultValue = "1",
            paramLabel = "N",
            description = "I/O threads of the client port. Default: ${DEFAULT-VALUE}.")
    private int ioThreads;

    @Option(
            names = "--in-flight-max",
            defaultValue = "32768",
            paramLabel = "N",
            description =
                    "Maximum number of client requests in flight at this server; further ones wait. Default:"
                            + " ${DEFAULT-VALUE}.")
    private int inFlightMax;

    @Option(
            names = "--in-flight-bytes-max",
            defaultValue = "50331648",
            paramLabel = "BYTES",
            description =
                    "Maximum number of bytes of the client requests in flight at this server. Default:"
                            + " ${DEFAULT-VALUE}.")
    private long inFlightBytesMax;

    @Option(
            names = "--connections-max",
            defaultValue = "10000",
            paramLabel = "N",
            description =
                    "Maximum number of client connections; at the bound an idle connection is closed. Fewer if ulimit"
                            + " -n is lower. Default: ${DEFAULT-VALUE}.")
    private int connectionsMax;

    @Option(
            names = "--connections-per-address-max",
            paramLabel = "N",
            description =
                    "Maximum number of client connections from one address. Default: half of --connections-max.")
    private Integer perAddressMax;

    @Option(
            names = "--hello-timeout",
            defaultValue = "10",
            converter = SecondsConverter.class,
            paramLabel = "SECONDS",
            description =
                    "Time within which a new client connection must send its hello, TLS handshake included. Default:"
                            + " ${DEFAULT-VALUE}.")
    private double helloSeconds;

    @Option(
            names = "--idle-timeout",
            defaultValue = "60",
            converter = SecondsConverter.class,
            paramLabel = "SECONDS",
            description =
                    "Time without sending or taking anything after which a client connection is closed; abcast's"
                            + " clients ping every 15 s. Default: ${DEFAULT-VALUE}.")
    private double idleSeconds;

    @Option(
            names = "--client-keys",
            paramLabel = "DIR",
            description =
                    "Serve clients over TLS only, with the keys in DIR: server-ID.p12 has this server's key, and"
                            + " clients.p12 the certificates of the accepted clients (config/make-client-keys.sh"
                            + " makes them). Password: environment variable ABCAST_KEYSTORE_PASSWORD. Default: no TLS.")
    private Path clientKeys;

    @Option(
            names = "--metrics-port",
            paramLabel = "PORT",
            description =
                    "Port that serves metrics to Prometheus, at /metrics; 0: any free port. Default: no metrics port.")
    private Integer metricsPort;

    @Option(
            names = "--metrics-bind",
            defaultValue = "127.0.0.1",
            paramLabel = "ADDRESS",
            description =
                    "Address of the metrics port. Every host that reaches it can read the metrics. Default:"
                            + " ${DEFAULT-VALUE}.")
    private InetAddress metricsBind;

    @Option(
            names = "--stop-with-stdin",
            description =
                    "Stop when standard input ends, that is, when the process that started this server ends.")
    private boolean stopWithStdin;

    @Override
    public Integer call() throws InterruptedException, IOException {
        ServerOptions options = options();
        Loggers.quiet();
        PrintWriter out = spec.commandLine().getOut();
        ReplicaServer server;
        try {
            server = ReplicaServer.start(options, line -> say(out, line));
        } catch (IOException e) {
            throw new CommandFailedException("server " + id + ": " + e.getMessage(), e);
        }
        CountDownLatch stop = new CountDownLatch(1);
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(
                                () -> {
                                    server.close();
                                    say(out, "server " + id + ": stopped");
                                    stop.countDown();
                                },
                                "stop"));
        serving(server);
        try {
            server.stopped().get();
        } catch (ExecutionException e) {
            server.close();
            throw new CommandFailedException(
                    "server " + id + ": halted: " + message(e.getCause()), e.getCause());
        }
        // The shutdown hook has stopped the server, and the process ends when the hook has
        // finished.
        stop.await();
        return 0;
    }

    /**
     * Receives the server when it has started; if {@code stopWithStdin} is true, makes the process end when its
     * standard input ends.
     */
    protected void serving(ReplicaServer server) throws IOException {
        if (stopWithStdin) ParentWatch.exitWithStdin(0);
    }

    private ServerOptions options() {
        if (protocol == null && config == null) protocol = ProtocolNames.DEFAULT;
        if (clientPort == null) clientPort = 7100 + id;
        port("--client-port", clientPort);
        port("--group-port", groupPort);
        if (metricsPort != null) port("--metrics-port", metricsPort);
        boolean isCamu = runs().equals(ProtocolNames.CAMU);
        if (isCamu) checkPartitions();
        else checkMember();
        if (config == null) config = ProtocolNames.shippedConfig(protocol);
        if (fbpKeys != null) settings.put(ServerOptions.FBP_KEYS, fbpKeys());
        if (omaha != null)
            omaha = new Usage(spec.commandLine()).oneOf("--omaha", omaha, List.of("on", "off"));
        atLeastOne("--io-threads", ioThreads);
        atLeastOne("--in-flight-max", inFlightMax);
        atLeastOne("--in-flight-bytes-max", inFlightBytesMax);
        atLeastOne("--connections-max", connectionsMax);
        if (perAddressMax == null) perAddressMax = Math.max(1, connectionsMax / 2);
        atLeastOne("--connections-per-address-max", perAddressMax);
        if (durability != null) {
            String lower = durability.toLowerCase(Locale.ROOT);
            if (!Usage.DURABILITIES.contains(lower))
                throw new ParameterException(
                        spec.commandLine(),
                        "--durability: expected memory or file or fsync, got " + durability);
            durability = lower;
            checkData();
        }
        return new ServerOptions(
                id,
                isCamu ? partitions : members,
                joining,
                protocol,
                config,
                bind,
                clientPort,
                groupPort,
                hosts,
                cluster,
                data,
                durability,
                omaha == null ? null : omaha.equals("on"),
                settings,
                ioThreads,
                inFlightMax,
                inFlightBytesMax,
                ConnectionLimits.of(
                        connectionsMax,
                        perAddressMax,
                        timeout("--hello-timeout", helloSeconds),
                        timeout("--idle-timeout", idleSeconds)),
                clientKeys,
                metricsPort == null ? null : new InetSocketAddress(metricsBind, metricsPort));
    }

    private String runs() {
        return protocol == null ? ProtocolNames.protocolOf(spec.commandLine(), config) : protocol;
    }

    /** Without the option {@code --partitions}, all members of {@code --members} hold replicas of two partitions. */
    private void checkPartitions() {
        if (joining)
            throw new ParameterException(
                    spec.commandLine(),
                    "--joining: expected --set CAMU.joining=PARTITION,... with CAMU, got --joining");
        if (partitions == null) partitions = "A=" + members + ";B=" + members;
        PartitionMap map;
        try {
            map = PartitionMap.parse(partitions);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--" + e.getMessage(), e);
        }
        boolean isFounder = !map.heldBy(id).isEmpty();
        if (!isFounder && !settings.containsKey("CAMU.joining"))
            throw new ParameterException(
                    spec.commandLine(),
                    "--id: expected a server of the partitions " + map + ", got " + id);
    }

    private String fbpKeys() {
        String runs = runs();
        if (!runs.equals(Ordering.FBP))
            throw new ParameterException(
                    spec.commandLine(), "--fbp-keys: expected --protocol FBP too, got " + runs);
        if (settings.containsKey(ServerOptions.FBP_KEYS))
            throw new ParameterException(
                    spec.commandLine(),
                    "--fbp-keys: expected no --set " + ServerOptions.FBP_KEYS + " beside it");
        return fbpKeys.toString();
    }

    private void checkData() {
        if (durability.equals("memory") || data != null) return;
        if (settings.keySet().stream().anyMatch(name -> name.endsWith(".data_dir"))) return;
        try {
            if (ReplicaServer.namesDataDirectory(config)) return;
        } catch (IOException e) {
            throw new CommandFailedException("server " + id + ": " + e.getMessage(), e);
        }
        throw new ParameterException(
                spec.commandLine(), "--durability " + durability + ": expected --data DIR too");
    }

    private void checkMember() {
        if (partitions != null)
            throw new ParameterException(
                    spec.commandLine(),
                    "--partitions: expected --protocol CAMU too, got " + runs());
        Membership ensemble;
        try {
            ensemble = Membership.parse(members);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--" + e.getMessage(), e);
        }
        if (!joining && !ensemble.contains(id))
            throw new ParameterException(
                    spec.commandLine(),
                    "--id: expected one of the members " + ensemble + ", got " + id);
        if (protocol != null) ProtocolNames.check(spec.commandLine(), protocol, ensemble.size());
    }

    private Duration timeout(String name, double seconds) {
        if (!(seconds > 0 && seconds <= TIMEOUT_SECONDS_MAX))
            throw new ParameterException(
                    spec.commandLine(),
                    name
                            + ": expected seconds above 0, at most "
                            + TIMEOUT_SECONDS_MAX
                            + ", got "
                            + seconds);
        return Duration.ofNanos((long) (seconds * 1e9));
    }

    private void port(String name, int value) {
        if (value < 0 || value > 65_535)
            throw new ParameterException(
                    spec.commandLine(), name + ": expected 0..65535, got " + value);
    }

    private void atLeastOne(String name, long value) {
        if (value < 1)
            throw new ParameterException(
                    spec.commandLine(), name + ": expected at least 1, got " + value);
    }

    private static void say(PrintWriter out, String line) {
        out.println(line);
        out.flush();
    }

    private static String message(Throwable failure) {
        return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }
}
