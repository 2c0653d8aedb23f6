package io.abcast.benchmark.command;

import io.abcast.benchmark.bench.Plan;
import io.abcast.command.Usage;
import io.abcast.kernel.Membership;
import io.abcast.load.Experiment;
import io.abcast.load.LoadSpec;
import io.abcast.load.PartitionServers;
import io.abcast.load.RateSchedule;
import io.abcast.load.ReadKind;
import io.abcast.load.contest.ComparisonPlan;
import io.abcast.load.contest.PeerLibraries;
import io.abcast.server.ProtocolNames;
import io.abcast.testkit.LocalEnsemble;
import io.abcast.testkit.ServerJvmOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of {@code abcast bench}, checked and converted to a {@link Plan}. */
public final class LoadOptions {
    private static final double SECONDS = 15;

    private static final List<String> ATTACHMENTS = List.of("network", "embedded");

    /**
     * Clients connect to each system as its users normally connect; only {@code compare} accepts this value of {@code
     * --attach}.
     */
    static final String NATURAL = "natural";

    private static final Pattern WAIT = Pattern.compile("(\\d{1,7})(?:-(\\d{1,7}))?");
    private static final int NODES_MAX = Math.min(Membership.SIZE_MAX, LocalEnsemble.SERVERS_MAX);

    @Option(
            names = "--protocol",
            split = ",",
            paramLabel = "NAME",
            description =
                    "Ordering protocols, such as ZAB,ZAB_AC,ZAB_CT, in place of the protocol in --config."
                            + " Default: the protocol in --config, or ZAB.")
    private List<String> protocols;

    @Option(
            names = "--nodes",
            split = ",",
            defaultValue = "3",
            paramLabel = "N",
            description =
                    "Number of servers; variants of ZAB need an odd number, FBP at least 6. Default: ${DEFAULT-VALUE}.")
    private List<Integer> nodes;

    @Option(
            names = "--clients",
            split = ",",
            defaultValue = "250",
            paramLabel = "N",
            description =
                    "Number of virtual clients, each with one request in flight. Default:"
                            + " ${DEFAULT-VALUE}.")
    private List<Integer> clients;

    @Option(
            names = "--write-ratio",
            split = ",",
            defaultValue = "100",
            paramLabel = "PERCENT",
            description =
                    "Percentage of writes; the other requests are reads, see --reads. Default: ${DEFAULT-VALUE}.")
    private List<Integer> writeRatios;

    @Option(
            names = "--reads",
            defaultValue = "local",
            paramLabel = "HOW",
            description =
                    "Kind of reads. local: from the state of the asked server, which may be stale"
                            + " (GET). linearizable: after a quorum has confirmed the leader"
                            + " (READ). Default: ${DEFAULT-VALUE}.")
    private String reads;

    @Option(
            names = "--payload",
            defaultValue = "1024",
            paramLabel = "BYTES",
            description = "Length of each value in bytes. Default: ${DEFAULT-VALUE}.")
    private int payload;

    @Option(
            names = "--keys",
            defaultValue = "10000",
            paramLabel = "N",
            description = "Number of different keys. Default: ${DEFAULT-VALUE}.")
    private int keys;

    @Option(
            names = "--wait",
            defaultValue = "0",
            paramLabel = "MS[-MS]",
            description =
                    "Think time of a client between a reply and its next request, in"
                            + " milliseconds: a number, or a range of which each time is drawn"
                            + " uniformly. Default: ${DEFAULT-VALUE}.")
    private String wait;

    @Option(
            names = "--rate",
            paramLabel = "OPS|SCHEDULE|SHARE",
            converter = RateConverter.class,
            description =
                    "Open loop: requests per second. A request is sent when it is due, even if"
                            + " earlier requests are unanswered; --clients then only names the"
                            + " experiment. A schedule OPS:TIME,OPS:TIME,... such as"
                            + " 100:10s,20000:20s,0:500ms begins after the warm-up, which has the"
                            + " first rate, and is as long as the measurement. compare also"
                            + " accepts a share such as 50%%: of the rate that --clients reach in"
                            + " a closed loop, on the same servers immediately before. Default:"
                            + " closed loop.")
    private RateSchedule rate = RateSchedule.NONE;

    @Option(
            names = "--duration",
            paramLabel = "S",
            description =
                    "Seconds of measurement. Default: 15, in compare 4; with a schedule of --rate"
                            + " its length.")
    private Double duration;

    @Option(
            names = "--attach",
            defaultValue = "network",
            paramLabel = "HOW",
            description =
                    "Place of the clients. network: on network connections. embedded: inside the"
                            + " servers. compare also accepts natural: on network connections,"
                            + " and embedded for systems without remote clients; abcast then runs"
                            + " in both ways. Default: ${DEFAULT-VALUE}.")
    private String attach;

    @Option(
            names = "--client-keys",
            paramLabel = "DIR",
            description =
                    "TLS between clients and servers, with the keys of the servers and client-bench.p12 in DIR."
                            + " Default: no TLS.")
    private Path clientKeys;

    @Option(
            names = "--connections",
            defaultValue = "25",
            paramLabel = "N",
            description =
                    "Number of connections to all servers together. Clients share the"
                            + " connections, and send each request to the next server. Default:"
                            + " ${DEFAULT-VALUE}.")
    private int connections;

    @Option(
            names = "--batching",
            defaultValue = "on",
            paramLabel = "on|off",
            description =
                    "Batching of requests. off: each request has its own proposal, acks and"
                            + " commit. Default: ${DEFAULT-VALUE}.")
    private String batching;

    @Option(
            names = "--omaha",
            split = ",",
            paramLabel = "on|off",
            description =
                    "OMAHA in the servers' stack, which holds messages so that they leave"
                            + " together. on: with OMAHA. off,on: the same experiment without and"
                            + " with OMAHA, and a report of its savings and costs; compare"
                            + " accepts one value only. Default: as in the stack file.")
    private List<String> omaha = List.of();

    @Option(
            names = "--durability",
            defaultValue = "memory",
            paramLabel = "HOW",
            description = "Durability: memory, file or fsync. Default: ${DEFAULT-VALUE}.")
    private String durability;

    @Option(
            names = "--runs",
            defaultValue = "1",
            paramLabel = "N",
            description =
                    "Number of repetitions of each experiment. Several repetitions give"
                            + " confidence intervals. Default: ${DEFAULT-VALUE}.")
    private int runs;

    @Option(
            names = "--seed",
            defaultValue = "1",
            paramLabel = "S",
            description = "Seed of all random choices of the clients. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Mixin private WarmUpOptions warmUp;

    @Mixin private ServerJvmOptions servers;

    private CommandLine command;
    private Usage usage;
    private double secondsByDefault = SECONDS;
    private double seconds;

    /** @throws ParameterException if an option is wrong; the message has the expected value */
    public Plan plan(CommandLine commandLine) {
        command = commandLine;
        usage = new Usage(command);
        servers.check(usage);
        if (protocols == null)
            protocols =
                    List.of(
                            servers.config() == null
                                    ? ProtocolNames.DEFAULT
                                    : ProtocolNames.protocolOf(command, servers.config()));
        check(ATTACHMENTS);
        if (rate.isShare())
            throw usage.wrong("--rate", "requests per second; only compare accepts shares", rate);
        warmUp.check(usage, scheduled());
        // Runs with OMAHA are compared with runs without OMAHA, so {@code --omaha on} means
        // "off,on".
        if (omaha.contains("on")) omaha = List.of("off", "on");
        Map<String, Path> configs = configs();
        List<Experiment> experiments = new ArrayList<>();
        // The innermost loops vary the protocol and OMAHA, so that compared runs are close in time.
        for (int n : nodes)
            for (int c : clients)
                for (int ratio : writeRatios)
                    for (String protocol : protocols)
                        for (Boolean layer : layers())
                            experiments.add(
                                    experiment("abcast", protocol, attach, n, c, ratio)
                                            .over(layer));
        return new Plan(
                experiments,
                runs,
                warmUp.minSeconds(),
                warmUp.maxSeconds(scheduled()),
                seconds,
                configs,
                servers.flags(),
                loadThreads(),
                clientKeys);
    }

    private List<Boolean> layers() {
        if (omaha.isEmpty()) return Collections.singletonList(null);
        return omaha.stream().map(o -> o.equals("on")).toList();
    }

    ComparisonPlan comparison(
            CommandLine commandLine,
            List<SystemName> systems,
            PartitionOptions partitions,
            PeerLibraries peers,
            double standardSeconds) {
        command = commandLine;
        usage = new Usage(command);
        secondsByDefault = standardSeconds;
        warmUp.checkOfCompare(usage);
        if (protocols != null) throw usage.wrong("--protocol", "it in --systems", protocols);
        if (clientKeys != null)
            throw usage.wrong("--client-keys", "none: no system is compared with TLS", clientKeys);
        servers.check(usage);
        protocols =
                systems.stream()
                        .map(SystemName::runs)
                        .filter(p -> !p.isEmpty())
                        .distinct()
                        .toList();
        List<String> attachments = new ArrayList<>(ATTACHMENTS);
        attachments.add(NATURAL);
        check(attachments);
        for (int n : nodes)
            if (n > ComparisonPlan.SERVERS_MAX)
                throw usage.wrong("--nodes", "at most " + ComparisonPlan.SERVERS_MAX, n);
        if (rate.isShare() && warmUp.minSeconds() == 0)
            throw usage.wrong("--warmup", "some for the closed loop beside a share in --rate", 0);
        if (omaha.size() > 1) throw usage.wrong("--omaha", "on or off", String.join(",", omaha));
        Map<String, Path> configs = configs();
        List<Experiment> plain = new ArrayList<>();
        for (int n : nodes)
            for (int c : clients)
                for (int ratio : writeRatios) plain.addAll(experiments(systems, n, c, ratio));
        Map<Integer, PartitionServers> maps = partitions.servers(usage, systems, nodes);
        List<Experiment> experiments = partitions.applied(usage, systems, plain);
        List<String> flags = new ArrayList<>(servers.flags());
        if (!maps.isEmpty()) flags.addAll(partitions.serverFlags(usage));
        return new ComparisonPlan(
                experiments,
                runs,
                warmUp.minSeconds(),
                warmUp.maxSeconds(scheduled()),
                seconds,
                configs,
                flags,
                loadThreads(),
                peers,
                maps,
                ComparisonPlan.canKeep(peers, experiments, maps, runs, servers.processBytes()));
    }

    private Map<String, Path> configs() {
        Map<String, Path> configs = new LinkedHashMap<>();
        for (String protocol : protocols) {
            configs.put(protocol, servers.config(protocol));
            new PayloadBound(usage, configs.get(protocol), protocol).check(payload);
        }
        return configs;
    }

    private String inFlight() {
        String next = "each request to the next server";
        if (rate.open()) return next;
        String onEach =
                clients.stream()
                        .map(count -> number(Math.round(100.0 * count / connections) / 100.0))
                        .collect(Collectors.joining(" and "));
        return onEach + " requests in flight on each on average, " + next;
    }

    String conditions() {
        String onConnections = connections + " connections (" + inFlight() + ")";
        return String.format(
                Locale.ROOT,
                "%s loop, %d B values, %s, durability %s, batching %s, OMAHA %s, %s reads, wait %s ms, warm-up"
                        + " %s, %s s, seed %d; load and servers share this host",
                rate.open() ? "open" : "closed",
                payload,
                switch (attach) {
                    case "network" -> onConnections;
                    case "embedded" -> "clients inside the servers";
                    default -> onConnections + ", but clients of embedded servers inside them";
                },
                durability,
                batching,
                omaha.isEmpty() ? "as in the stack file" : String.join(" and ", omaha),
                reads,
                wait,
                warmUp.text(scheduled()),
                number(seconds),
                seed);
    }

    String storeConditions() {
        return "closed loop, clients inside the servers, durability %s, warm-up %s s, %s s, seed %d; load and servers share this host"
                .formatted(durability, number(warmUp.minSeconds()), number(seconds), seed);
    }

    private List<Experiment> experiments(List<SystemName> systems, int n, int c, int ratio) {
        List<Experiment> experiments = new ArrayList<>();
        boolean natural = attach.equals(NATURAL);
        String first = natural ? "network" : attach;
        for (SystemName s : systems) experiments.add(experiment(s, first, n, c, ratio));
        if (natural && systems.stream().anyMatch(s -> !s.system().remoteClients()))
            for (SystemName s : systems)
                if (s.isAbcast() || !s.system().remoteClients())
                    experiments.add(experiment(s, "embedded", n, c, ratio));
        return experiments;
    }

    private Experiment experiment(SystemName s, String attached, int n, int c, int ratio) {
        Experiment e = experiment(s.system().name(), s.protocol(), attached, n, c, ratio);
        return s.isAbcast() ? e.over(layers().get(0)) : e;
    }

    private Experiment experiment(
            String system, String protocol, String attached, int n, int c, int ratio) {
        Matcher range = WAIT.matcher(wait);
        if (!range.matches()) throw usage.wrong("--wait", "milliseconds such as 0 or 25-75", wait);
        int min = Integer.parseInt(range.group(1));
        int max = range.group(2) == null ? min : Integer.parseInt(range.group(2));
        if (max < min) throw usage.wrong("--wait", "the shorter time first", wait);
        if (max > LoadSpec.WAIT_MILLIS_MAX)
            throw usage.wrong("--wait", "at most " + LoadSpec.WAIT_MILLIS_MAX + " ms", wait);
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
                            ReadKind.valueOf(reads.toUpperCase(Locale.ROOT)));
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
        for (String protocol : protocols)
            for (int n : nodes) ProtocolNames.checkNodes(usage, protocol, n, 1, NODES_MAX);
        for (int c : clients) usage.atLeast("--clients", c, 1);
        for (int ratio : writeRatios)
            if (ratio < 1 || ratio > 100) throw usage.wrong("--write-ratio", "1..100", ratio);
        if (duration != null && !(duration > 0))
            throw usage.wrong("--duration", "a positive number of seconds", duration);
        boolean scheduled = scheduled();
        if (duration != null && scheduled)
            throw usage.wrong("--duration", "none beside a schedule of --rate", duration);
        seconds = duration != null ? duration : scheduled ? rate.seconds() : secondsByDefault;
        usage.atLeast("--runs", runs, 1);
        usage.atLeast("--connections", connections, 1);
        reads = usage.oneOf("--reads", reads, List.of("local", "linearizable"));
        attach = usage.oneOf("--attach", attach, attachments);
        batching = usage.oneOf("--batching", batching, List.of("on", "off"));
        omaha = omaha.stream().map(o -> usage.oneOf("--omaha", o, List.of("on", "off"))).toList();
        durability = usage.durability("--durability", durability);
    }

    private boolean scheduled() {
        return rate.open() && Double.isFinite(rate.seconds());
    }

    static String number(double value) {
        boolean whole = value == Math.rint(value) && Double.isFinite(value);
        return whole ? Long.toString((long) value) : Double.toString(value);
    }

    static int loadThreads() {
        return Math.max(1, Math.min(4, Runtime.getRuntime().availableProcessors() / 2));
    }
}
