package io.abcast.benchmark.command;

import io.abcast.benchmark.bench.Plan;
import io.abcast.benchmark.limits.Floors;
import io.abcast.benchmark.limits.Growth;
import io.abcast.benchmark.limits.LogRun;
import io.abcast.benchmark.limits.StateRun;
import io.abcast.command.SizeConverter;
import io.abcast.command.Usage;
import io.abcast.load.LoadSpec;
import io.abcast.report.Environment;
import io.abcast.server.ProtocolNames;
import io.abcast.testkit.ServerJvmOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of {@code abcast limits}, checked and converted to the settings of the command's measurements. */
final class LimitsOptions {
    private static final List<String> PARTS = List.of("floors", "growth", "log", "state");
    private static final int NODES_MAX = 15;
    private static final int FIXED_HEAP_MB = 512;

    @Option(
            names = "--part",
            split = ",",
            defaultValue = "floors,growth,log,state",
            paramLabel = "NAME",
            description = "Parts to measure. Default: ${DEFAULT-VALUE}.")
    private List<String> parts;

    @Option(
            names = "--protocol",
            defaultValue = "ZAB",
            paramLabel = "NAME",
            description = "Ordering protocol. Default: ${DEFAULT-VALUE}.")
    private String protocol;

    @Option(
            names = "--nodes",
            split = ",",
            defaultValue = "3,5,7,9",
            paramLabel = "N",
            description =
                    "Numbers of servers. The first number also applies while another quantity"
                            + " grows, and to the measurement with the large state. Default:"
                            + " ${DEFAULT-VALUE}.")
    private List<Integer> nodes;

    @Option(
            names = "--payload",
            split = ",",
            defaultValue = "100,1024,10240,102400,1000000",
            paramLabel = "BYTES",
            description = "Lengths of the values in bytes. Default: ${DEFAULT-VALUE}.")
    private List<Integer> payloads;

    @Option(
            names = "--clients",
            split = ",",
            defaultValue = "1,5,50,250,1000,5000",
            paramLabel = "N",
            description =
                    "Numbers of virtual clients, each with one write in flight. If their values"
                            + " together exceed 16 MiB, there are fewer clients. Default:"
                            + " ${DEFAULT-VALUE}.")
    private List<Integer> clients;

    @Option(
            names = "--base",
            defaultValue = "1024:250",
            paramLabel = "BYTES:N",
            description =
                    "Length of the values in bytes, and number of clients, while another quantity"
                            + " grows. The lower bounds of the host have the same payload."
                            + " Default: ${DEFAULT-VALUE}.")
    private String base;

    @Option(
            names = "--durability",
            defaultValue = "memory",
            paramLabel = "HOW",
            description =
                    "Durability of the growth measurements: memory, file or fsync. Default: ${DEFAULT-VALUE}.")
    private String durability;

    @Option(
            names = "--attach",
            defaultValue = "network",
            paramLabel = "HOW",
            description =
                    "Place of the clients. network: on network connections. embedded: inside the"
                            + " servers, at least one client in each. Default: ${DEFAULT-VALUE}.")
    private String attach;

    @Option(
            names = "--connections",
            defaultValue = "25",
            paramLabel = "N",
            description =
                    "Number of connections to all servers together. Default:"
                            + " ${DEFAULT-VALUE}.")
    private int connections;

    @Option(
            names = "--log",
            split = ",",
            defaultValue = "16m,256m,1g",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description =
                    "Lengths of a log without compaction, in increasing order. The durability is"
                            + " that of the large state. Default: ${DEFAULT-VALUE}.")
    private List<Long> logs;

    @Option(
            names = "--state-bytes",
            defaultValue = "1g",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description =
                    "Total bytes of the values of the large state. Default: ${DEFAULT-VALUE}.")
    private long stateBytes;

    @Option(
            names = "--state-value",
            defaultValue = "4k",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description =
                    "Length in bytes of each value of the large state. Default: ${DEFAULT-VALUE}.")
    private long stateValue;

    @Option(
            names = "--state-rate",
            defaultValue = "2000",
            paramLabel = "OPS",
            description =
                    "Open loop: writes per second while a follower is down and while it returns;"
                            + " 0: closed loop of 50 clients. Default: ${DEFAULT-VALUE}.")
    private int stateRate;

    @Option(
            names = "--state-durability",
            defaultValue = "file",
            paramLabel = "HOW",
            description =
                    "Durability for the large state: memory, file or fsync. With memory, each"
                            + " server has two snapshots on its heap. Default: ${DEFAULT-VALUE}.")
    private String stateDurability;

    @Option(
            names = "--state-heap",
            paramLabel = "SIZE",
            description =
                    "Java heap of each server with the large state. Default: 512 MB plus twice"
                            + " the size of the state; with durability memory 512 MB plus four"
                            + " times its size.")
    private String stateHeap;

    @Option(
            names = "--state-patience",
            defaultValue = "120",
            paramLabel = "S",
            description =
                    "Maximum seconds to fill the state, and for each return of a follower. Default:"
                            + " ${DEFAULT-VALUE}.")
    private double patience;

    @Option(
            names = "--set",
            paramLabel = "P.ATTRIBUTE=VALUE",
            description =
                    "Attribute of the protocol of the servers with the large state."
                            + " Repeatable.")
    private List<String> settings = new ArrayList<>();

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description =
                    "Directory in which syncs are measured, and in which the servers with the"
                            + " large state keep their data. Default: the directory of the"
                            + " report, or a temporary directory.")
    private Path data;

    @Option(
            names = "--warmup",
            defaultValue = "4",
            paramLabel = "S",
            description = "Seconds of load before each measurement. Default: ${DEFAULT-VALUE}.")
    private double warmup;

    @Option(
            names = "--duration",
            defaultValue = "4",
            paramLabel = "S",
            description = "Seconds of each measurement. Default: ${DEFAULT-VALUE}.")
    private double duration;

    @Option(
            names = "--seed",
            defaultValue = "1",
            paramLabel = "S",
            description = "Seed of all random choices of the clients. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Mixin private ServerJvmOptions servers;

    private Path config;
    private int basePayload;
    private int baseClients;

    boolean wants(String part) {
        return parts.contains(part);
    }

    Path place(Path otherwise) {
        return data == null ? otherwise : data;
    }

    Environment environment() throws IOException {
        return Environment.here(List.of(config), servers.flags());
    }

    Floors.Setting floors(Path place) {
        return new Floors.Setting(
                basePayload, place, nodes, config, warmup, duration, servers.flags());
    }

    Plan plan() {
        return new Plan(
                List.of(),
                1,
                warmup,
                warmup,
                duration,
                Map.of(protocol, config),
                servers.flags(),
                LoadOptions.loadThreads(),
                null);
    }

    Growth.Setting growth() {
        return new Growth.Setting(
                protocol,
                durability,
                attach,
                connections,
                nodes,
                payloads,
                clients,
                nodes.get(0),
                basePayload,
                baseClients,
                seed);
    }

    LogRun.Setting log() {
        return new LogRun.Setting(
                nodes.get(0),
                protocol,
                config,
                stateDurability,
                logs,
                basePayload,
                baseClients,
                duration,
                patience,
                servers.flags(),
                LoadOptions.loadThreads(),
                seed);
    }

    StateRun.Setting state() {
        int times = stateDurability.equals("memory") ? 4 : 2;
        String heap =
                stateHeap != null
                        ? stateHeap
                        : (times * Math.max(1, stateBytes >> 20) + FIXED_HEAP_MB) + "m";
        return new StateRun.Setting(
                nodes.get(0),
                protocol,
                config,
                stateDurability,
                stateBytes,
                (int) stateValue,
                baseClients,
                stateRate,
                duration,
                patience,
                servers.flags(heap),
                settings,
                LoadOptions.loadThreads(),
                seed);
    }

    String conditions() {
        return String.format(
                Locale.ROOT,
                "%s, closed loop, unless stated otherwise %d servers, %d B values, %d clients %s; durability"
                        + " %s, warm-up %.1f s, %.1f s, seed %d; CPU per write; load and servers share this"
                        + " host",
                protocol,
                nodes.get(0),
                basePayload,
                baseClients,
                attach.equals("network")
                        ? "on " + connections + " connections"
                        : "inside the servers",
                durability,
                warmup,
                duration,
                seed);
    }

    void check(CommandLine commandLine) {
        Usage usage = new Usage(commandLine);
        for (String part : parts)
            if (!PARTS.contains(part)) throw usage.wrong("--part", String.join(", ", PARTS), part);
        for (int n : nodes) ProtocolNames.checkNodes(usage, protocol, n, 3, NODES_MAX);
        if (ProtocolNames.leaderless(protocol))
            throw usage.wrong("--protocol", "a protocol with a leader", protocol);
        servers.check(usage);
        config = servers.config(protocol);
        usage.readable("--config", config);
        if (data != null && !Files.isDirectory(data))
            throw usage.wrong("--data", "a directory", data);
        String[] both = base.split(":", -1);
        try {
            basePayload = Integer.parseInt(both[0]);
            baseClients = Integer.parseInt(both[1]);
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            throw usage.wrong("--base", "bytes and clients such as 1024:250", base);
        }
        int most = new PayloadBound(usage, config, protocol).bytesMax();
        for (int payload : payloads)
            if (payload < 0 || payload > most)
                throw usage.wrong("--payload", "0.." + most, payload);
        if (basePayload < 1 || basePayload > most)
            throw usage.wrong("--base", "a payload of 1.." + most, basePayload);
        if (stateValue < 1 || stateValue > most)
            throw usage.wrong("--state-value", "1.." + most, stateValue);
        if (stateBytes < stateValue)
            throw usage.wrong("--state-bytes", "at least one value of --state-value", stateBytes);
        for (int c : clients)
            if (c < 1 || c > LoadSpec.CLIENTS_MAX)
                throw usage.wrong("--clients", "1.." + LoadSpec.CLIENTS_MAX, c);
        if (baseClients < 1) throw usage.wrong("--base", "at least 1 client", baseClients);
        usage.atLeast("--connections", connections, 1);
        for (long log : logs) if (log < 1) throw usage.wrong("--log", "at least 1 byte", log);
        if (stateRate < 0) throw usage.wrong("--state-rate", "0 or more", stateRate);
        usage.positiveSeconds("--warmup", warmup);
        usage.positiveSeconds("--duration", duration);
        usage.positiveSeconds("--state-patience", patience);
        durability = usage.durability("--durability", durability);
        stateDurability = usage.durability("--state-durability", stateDurability);
        attach = usage.oneOf("--attach", attach, List.of("network", "embedded"));
    }
}
