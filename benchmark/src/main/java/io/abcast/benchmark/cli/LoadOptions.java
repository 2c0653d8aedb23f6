package io.abcast.benchmark.cli;

import io.abcast.benchmark.bench.Experiment;
import io.abcast.benchmark.bench.Plan;
import io.abcast.benchmark.cluster.Cluster;
import io.abcast.benchmark.compare.Comparison;
import io.abcast.benchmark.compare.KnownSystem;
import io.abcast.benchmark.compare.Peers;
import io.abcast.benchmark.load.LoadSpec;
import io.abcast.benchmark.load.Payload;
import io.abcast.benchmark.load.RateSchedule;
import io.abcast.benchmark.load.Reads;
import io.abcast.benchmark.server.ReplicaServer;
import io.abcast.kernel.Membership;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** What is measured: the options of bench, checked and made a {@link Plan}. */
final class LoadOptions {
    static final List<String> DURABILITIES = List.of("memory", "file", "fsync");

    /** How long is measured when nothing says. */
    private static final double SECONDS = 15;

    private static final List<String> ATTACHMENTS = List.of("network", "embedded");

    /** Of compare: each system as it is used. */
    static final String NATURAL = "natural";

    private static final Pattern WAIT = Pattern.compile("(\\d{1,7})(?:-(\\d{1,7}))?");
    private static final int NODES_MAX = Math.min(Membership.SIZE_MAX, Cluster.SERVERS_MAX);

    @Option(
            names = "--protocol",
            split = ",",
            paramLabel = "NAME",
            description =
                    "Ordering protocols, such as ZAB,ZAB_AC,ZAB_CT, in place of the one in --config. Default: that"
                            + " one, or ZAB.")
    private List<String> protocols;

    @Option(
            names = "--nodes",
            split = ",",
            defaultValue = "3",
            paramLabel = "N",
            description = "Servers, an odd number. Default: ${DEFAULT-VALUE}.")
    private List<Integer> nodes;

    @Option(
            names = "--clients",
            split = ",",
            defaultValue = "250",
            paramLabel = "N",
            description =
                    "Virtual clients, each with one request under way. Default: ${DEFAULT-VALUE}.")
    private List<Integer> clients;

    @Option(
            names = "--write-ratio",
            split = ",",
            defaultValue = "100",
            paramLabel = "PERCENT",
            description =
                    "Share of writes; the rest are reads, see --reads. Default: ${DEFAULT-VALUE}.")
    private List<Integer> writeRatios;

    @Option(
            names = "--reads",
            defaultValue = "local",
            paramLabel = "HOW",
            description =
                    "local: from the state of the server asked, possibly old (GET); linearizable: after a quorum has"
                            + " confirmed the leader (READ). Default: ${DEFAULT-VALUE}.")
    private String reads;

    @Option(
            names = "--payload",
            defaultValue = "1024",
            paramLabel = "BYTES",
            description = "Length of the values. Default: ${DEFAULT-VALUE}.")
    private int payload;

    @Option(
            names = "--keys",
            defaultValue = "10000",
            paramLabel = "N",
            description = "Different keys in use. Default: ${DEFAULT-VALUE}.")
    private int keys;

    @Option(
            names = "--wait",
            defaultValue = "0",
            paramLabel = "MS[-MS]",
            description =
                    "Think time of a client between reply and next request, uniform. Default: ${DEFAULT-VALUE}.")
    private String wait;

    @Option(
            names = "--rate",
            paramLabel = "OPS|SCHEDULE",
            converter = RateConverter.class,
            description =
                    "Open loop: requests per second, sent when due whatever became of those before; --clients then"
                            + " only names the experiment. A schedule is OPS:TIME,OPS:TIME,... such as"
                            + " 100:10s,20000:20s,0:500ms: it begins after the warm-up, which has the first rate, and"
                            + " is as long as the measurement. Absent: closed loop.")
    private RateSchedule rate = RateSchedule.NONE;

    @Option(
            names = "--warmup",
            defaultValue = "5",
            paramLabel = "S",
            description = "Seconds of load before the measurement. Default: ${DEFAULT-VALUE}.")
    private double warmup;

    @Option(
            names = "--duration",
            paramLabel = "S",
            description =
                    "Seconds of measurement. Default: 15, or as long as the schedule of --rate.")
    private Double duration;

    @Option(
            names = "--attach",
            defaultValue = "network",
            paramLabel = "HOW",
            description =
                    "network: clients on connections; embedded: inside the servers. compare knows natural as well: on"
                            + " connections, and embedded for systems without remote clients, with abcast beside"
                            + " them. Default: ${DEFAULT-VALUE}.")
    private String attach;

    @Option(
            names = "--client-keys",
            paramLabel = "DIR",
            description =
                    "TLS between clients and servers, with the keys in DIR: those of the servers, and client-bench.p12."
                            + " Default: no TLS.")
    private Path clientKeys;

    @Option(
            names = "--connections",
            defaultValue = "25",
            paramLabel = "N",
            description =
                    "Connections to all servers together; clients share them and send every request to the next"
                            + " server. Default: ${DEFAULT-VALUE}.")
    private int connections;

    @Option(
            names = "--batching",
            defaultValue = "on",
            paramLabel = "on|off",
            description =
                    "off: one proposal, one ack, one commit per request. Default: ${DEFAULT-VALUE}.")
    private String batching;

    @Option(
            names = "--omaha",
            defaultValue = "off",
            paramLabel = "on|off",
            description =
                    "on: the stack of the servers is config/zab-omaha-tcp.xml, whose messages wait for one another."
                            + " Default: ${DEFAULT-VALUE}.")
    private String omaha;

    @Option(
            names = "--durability",
            defaultValue = "memory",
            paramLabel = "HOW",
            description = "memory, file or fsync. Default: ${DEFAULT-VALUE}.")
    private String durability;

    @Option(
            names = "--runs",
            defaultValue = "1",
            paramLabel = "N",
            description =
                    "Repetitions on fresh clusters; several give intervals. Default: ${DEFAULT-VALUE}.")
    private int runs;

    @Option(
            names = "--seed",
            defaultValue = "1",
            paramLabel = "S",
            description = "Seed of all random choices of the clients. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description =
                    "JGroups stack of the servers. Default: for each protocol the one in config/.")
    private Path config;

    @Option(
            names = "--server-heap",
            defaultValue = "512m",
            paramLabel = "SIZE",
            description = "Java heap of each server. Default: ${DEFAULT-VALUE}.")
    private String serverHeap;

    @Option(
            names = "--server-flag",
            paramLabel = "FLAG",
            description = "One more JVM flag of the servers. Repeatable.")
    private List<String> serverFlags = new ArrayList<>();

    private CommandLine command;
    private double secondsByDefault = SECONDS;
    private double seconds;

    /** @throws ParameterException with what was expected */
    Plan plan(CommandLine commandLine) {
        command = commandLine;
        if (config != null && !Files.isReadable(config))
            throw wrong("--config", "a readable file", config);
        if (protocols == null)
            protocols =
                    List.of(
                            config == null
                                    ? ProtocolNames.DEFAULT
                                    : ProtocolNames.protocolOf(command, config));
        check(ATTACHMENTS);
        Map<String, Path> configs = configs();
        List<Experiment> experiments = new ArrayList<>();
        // Protocols innermost: contestants follow each other.
        for (int n : nodes)
            for (int c : clients)
                for (int ratio : writeRatios)
                    for (String protocol : protocols)
                        experiments.add(experiment("abcast", protocol, attach, n, c, ratio));
        return new Plan(
                experiments, runs, warmup, seconds, configs, flags(), loadThreads(), clientKeys);
    }

    /**
     * The same for abcast and other systems.
     *
     * @param peers where the other systems are
     * @param warmupMax seconds of warm-up for a system that still gets faster
     * @param standardSeconds of measurement, when nothing says
     * @throws ParameterException with what was expected
     */
    Comparison comparison(
            CommandLine commandLine,
            List<SystemName> systems,
            Peers peers,
            double warmupMax,
            double standardSeconds) {
        command = commandLine;
        secondsByDefault = standardSeconds;
        if (!(warmupMax >= 0)) throw wrong("--warmup-max", "0 or more seconds", warmupMax);
        if (protocols != null) throw wrong("--protocol", "it in --systems", protocols);
        if (clientKeys != null)
            throw wrong("--client-keys", "none: no system is compared with TLS", clientKeys);
        if (config != null && !Files.isReadable(config))
            throw wrong("--config", "a readable file", config);
        protocols = systems.stream().map(SystemName::protocol).filter(p -> !p.isEmpty()).toList();
        List<String> attachments = new ArrayList<>(ATTACHMENTS);
        attachments.add(NATURAL);
        check(attachments);
        for (int n : nodes)
            if (n > Comparison.SERVERS_MAX)
                throw wrong("--nodes", "at most " + Comparison.SERVERS_MAX, n);
        Map<String, Path> configs = configs();
        List<Experiment> experiments = new ArrayList<>();
        for (int n : nodes)
            for (int c : clients)
                for (int ratio : writeRatios) experiments.addAll(experiments(systems, n, c, ratio));
        // A schedule begins at a time that is known beforehand.
        boolean scheduled = rate.open() && Double.isFinite(rate.seconds());
        return new Comparison(
                experiments,
                runs,
                warmup,
                scheduled ? warmup : Math.max(warmup, warmupMax),
                seconds,
                configs,
                flags(),
                loadThreads(),
                peers);
    }

    /** By protocol. */
    private Map<String, Path> configs() {
        Map<String, Path> configs = new LinkedHashMap<>();
        for (String protocol : protocols) {
            configs.put(protocol, config(protocol));
            checkPayload(protocol, configs.get(protocol));
        }
        return configs;
    }

    private Path config(String protocol) {
        if (config != null) return config;
        return omaha.equals("on")
                ? ProtocolNames.shippedOmahaConfig()
                : ProtocolNames.shippedConfig(protocol);
    }

    private List<String> flags() {
        // A heap that grows while it is measured measures its growing.
        List<String> heap = List.of("-Xms" + serverHeap, "-Xmx" + serverHeap);
        List<String> flags = new ArrayList<>(heap);
        flags.add("-Dabcast.probe=false");
        flags.addAll(serverFlags);
        return flags;
    }

    private static int loadThreads() {
        return Math.max(1, Math.min(4, Runtime.getRuntime().availableProcessors() / 2));
    }

    /** One line under the table: what all its rows have in common. */
    String conditions() {
        String onConnections = connections + " connections (each request to the next server)";
        return String.format(
                Locale.ROOT,
                "%s loop, %d B values, %s, durability %s, batching %s,%s %s reads, wait %s ms, warm-up %s s, %s s, seed %d;"
                        + " load and servers share this host",
                rate.open() ? "open" : "closed",
                payload,
                switch (attach) {
                    case "network" -> onConnections;
                    case "embedded" -> "clients inside the servers";
                    default -> onConnections + ", embedded: clients inside the servers";
                },
                durability,
                batching,
                omaha.equals("on") ? " OMAHA on," : "",
                reads,
                wait,
                number(warmup),
                number(seconds),
                seed);
    }

    /** Of one load: all systems over the network; then those without remote clients, and abcast, embedded. */
    private List<Experiment> experiments(List<SystemName> systems, int n, int c, int ratio) {
        List<Experiment> experiments = new ArrayList<>();
        boolean natural = attach.equals(NATURAL);
        for (SystemName s : systems)
            experiments.add(
                    experiment(
                            s.system().text(),
                            s.protocol(),
                            natural ? "network" : attach,
                            n,
                            c,
                            ratio));
        if (natural && systems.stream().anyMatch(s -> !s.system().remoteClients()))
            for (SystemName s : systems)
                if (s.system() == KnownSystem.ABCAST || !s.system().remoteClients())
                    experiments.add(
                            experiment(s.system().text(), s.protocol(), "embedded", n, c, ratio));
        return experiments;
    }

    private Experiment experiment(
            String system, String protocol, String attached, int n, int c, int ratio) {
        Matcher range = WAIT.matcher(wait);
        if (!range.matches()) throw wrong("--wait", "milliseconds such as 0 or 25-75", wait);
        int min = Integer.parseInt(range.group(1));
        int max = range.group(2) == null ? min : Integer.parseInt(range.group(2));
        if (max < min) throw wrong("--wait", "the shorter time first", wait);
        if (max > LoadSpec.WAIT_MILLIS_MAX)
            throw wrong("--wait", "at most " + LoadSpec.WAIT_MILLIS_MAX + " ms", wait);
        LoadSpec load;
        try {
            load =
                    new LoadSpec(
                            c,
                            rate,
                            ratio,
                            payload,
                            min,
                            max,
                            keys,
                            seed,
                            Reads.valueOf(reads.toUpperCase(Locale.ROOT)));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command, "--" + e.getMessage(), e);
        }
        return new Experiment(
                system,
                protocol,
                n,
                durability,
                batching.equals("on"),
                attached,
                connections,
                load);
    }

    private void check(List<String> attachments) {
        for (int n : nodes)
            if (n < 1 || n % 2 == 0 || n > NODES_MAX)
                throw wrong("--nodes", "an odd number in 1.." + NODES_MAX, n);
        for (String protocol : protocols)
            for (int n : nodes) ProtocolNames.check(command, protocol, n);
        for (int c : clients) if (c < 1) throw wrong("--clients", "at least 1", c);
        for (int ratio : writeRatios)
            if (ratio < 1 || ratio > 100) throw wrong("--write-ratio", "1..100", ratio);
        if (!(warmup >= 0)) throw wrong("--warmup", "0 or more seconds", warmup);
        if (duration != null && !(duration > 0))
            throw wrong("--duration", "a positive number of seconds", duration);
        boolean scheduled = rate.open() && Double.isFinite(rate.seconds());
        if (duration != null && scheduled)
            throw wrong("--duration", "none beside a schedule of --rate", duration);
        seconds = duration != null ? duration : scheduled ? rate.seconds() : secondsByDefault;
        if (runs < 1) throw wrong("--runs", "at least 1", runs);
        if (connections < 1) throw wrong("--connections", "at least 1", connections);
        reads = oneOf("--reads", reads, List.of("local", "linearizable"));
        attach = oneOf("--attach", attach, attachments);
        batching = oneOf("--batching", batching, List.of("on", "off"));
        omaha = oneOf("--omaha", omaha, List.of("on", "off"));
        if (omaha.equals("on") && config != null)
            throw wrong("--omaha on", "no --config beside it", config);
        durability = oneOf("--durability", durability, DURABILITIES);
        if (!serverHeap.matches("\\d+[kmgKMG]?"))
            throw wrong("--server-heap", "a size such as 512m", serverHeap);
    }

    private void checkPayload(String protocol, Path stack) {
        int commandBytes;
        try {
            commandBytes = ReplicaServer.payloadBytesMax(stack, protocol);
        } catch (IOException e) {
            throw new ParameterException(command, e.getMessage(), e);
        }
        int most = Math.min(commandBytes - Payload.WRITE_HEAD_BYTES, LoadSpec.PAYLOAD_BYTES_MAX);
        if (payload < 0 || payload > most)
            throw wrong(
                    "--payload",
                    "0.."
                            + most
                            + " (payload_bytes_max "
                            + commandBytes
                            + " of "
                            + stack
                            + " less key and header)",
                    payload);
    }

    private String oneOf(String name, String value, List<String> allowed) {
        String lower = value.toLowerCase(Locale.ROOT);
        if (!allowed.contains(lower)) throw wrong(name, String.join(" or ", allowed), value);
        return lower;
    }

    private ParameterException wrong(String name, String expected, Object actual) {
        return new ParameterException(command, name + ": expected " + expected + ", got " + actual);
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }
}
