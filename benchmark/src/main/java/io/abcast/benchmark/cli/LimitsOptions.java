package io.abcast.benchmark.cli;

import io.abcast.benchmark.bench.Plan;
import io.abcast.benchmark.limits.Floors;
import io.abcast.benchmark.limits.Growth;
import io.abcast.benchmark.limits.LogRun;
import io.abcast.benchmark.limits.StateRun;
import io.abcast.benchmark.load.LoadSpec;
import io.abcast.benchmark.load.Payload;
import io.abcast.benchmark.report.Environment;
import io.abcast.benchmark.server.ReplicaServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** What limits measures: its options, checked and made the settings of its parts. */
final class LimitsOptions {
    private static final List<String> PARTS = List.of("floors", "growth", "log", "state");
    private static final int NODES_MAX = 15;
    private static final int FIXED_HEAP_MB = 512;

    @Option(
            names = "--part",
            split = ",",
            defaultValue = "floors,growth,log,state",
            paramLabel = "NAME",
            description = "Which parts. Default: ${DEFAULT-VALUE}.")
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
                    "Servers, odd numbers; the first one also where something else grows, and for the large state."
                            + " Default: ${DEFAULT-VALUE}.")
    private List<Integer> nodes;

    @Option(
            names = "--payload",
            split = ",",
            defaultValue = "100,1024,10240,102400,1000000",
            paramLabel = "BYTES",
            description = "Lengths of the values. Default: ${DEFAULT-VALUE}.")
    private List<Integer> payloads;

    @Option(
            names = "--clients",
            split = ",",
            defaultValue = "1,5,50,250,1000,5000",
            paramLabel = "N",
            description =
                    "Virtual clients, each with one write under way; fewer where their values would exceed 16 MiB."
                            + " Default: ${DEFAULT-VALUE}.")
    private List<Integer> clients;

    @Option(
            names = "--base",
            defaultValue = "1024:250",
            paramLabel = "BYTES:N",
            description =
                    "Payload and clients where something else grows; the payload of the floors. Default: ${DEFAULT-VALUE}.")
    private String base;

    @Option(
            names = "--durability",
            defaultValue = "memory",
            paramLabel = "HOW",
            description =
                    "memory, file or fsync, where growth is measured. Default: ${DEFAULT-VALUE}.")
    private String durability;

    @Option(
            names = "--attach",
            defaultValue = "network",
            paramLabel = "HOW",
            description =
                    "network: clients on connections; embedded: inside the servers, at least one in each. Default:"
                            + " ${DEFAULT-VALUE}.")
    private String attach;

    @Option(
            names = "--connections",
            defaultValue = "25",
            paramLabel = "N",
            description = "Connections to all servers together. Default: ${DEFAULT-VALUE}.")
    private int connections;

    @Option(
            names = "--log",
            split = ",",
            defaultValue = "16m,256m,1g",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description =
                    "Lengths of a log that is not purged, growing; durability as for the large state. Default:"
                            + " ${DEFAULT-VALUE}.")
    private List<Long> logs;

    @Option(
            names = "--state-bytes",
            defaultValue = "1g",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description = "Values of the large state. Default: ${DEFAULT-VALUE}.")
    private long stateBytes;

    @Option(
            names = "--state-value",
            defaultValue = "4k",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description = "Length of each. Default: ${DEFAULT-VALUE}.")
    private long stateValue;

    @Option(
            names = "--state-rate",
            defaultValue = "2000",
            paramLabel = "OPS",
            description =
                    "Open loop: writes per second while a follower is away and returns; 0: closed loop of 50 clients."
                            + " Default: ${DEFAULT-VALUE}.")
    private int stateRate;

    @Option(
            names = "--state-durability",
            defaultValue = "file",
            paramLabel = "HOW",
            description =
                    "memory, file or fsync; memory keeps two snapshots on the heap. Default: ${DEFAULT-VALUE}.")
    private String stateDurability;

    @Option(
            names = "--state-heap",
            paramLabel = "SIZE",
            description =
                    "Java heap of each server with the large state. Default: 512 MB and twice the state, four times with"
                            + " durability memory.")
    private String stateHeap;

    @Option(
            names = "--state-patience",
            defaultValue = "120",
            paramLabel = "S",
            description = "Seconds for filling, and for each way back. Default: ${DEFAULT-VALUE}.")
    private double patience;

    @Option(
            names = "--set",
            paramLabel = "P.ATTRIBUTE=VALUE",
            description = "An attribute of the servers with the large state. Repeatable.")
    private List<String> settings = new ArrayList<>();

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description =
                    "Where syncs are measured and the servers of the large state keep their data. Default: that of the"
                            + " report, or a temporary one.")
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

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "JGroups stack of the servers. Default: that of the protocol in config/.")
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

    private int basePayload;
    private int baseClients;
    private CommandLine command;

    boolean wants(String part) {
        return parts.contains(part);
    }

    /** Where files are synced and large states kept; {@code otherwise} if nothing was said. */
    Path place(Path otherwise) {
        return data == null ? otherwise : data;
    }

    Environment environment() throws IOException {
        return Environment.here(List.of(config), flags(serverHeap));
    }

    Floors.Setting floors(Path place) {
        return new Floors.Setting(
                basePayload, place, nodes, config, warmup, duration, flags(serverHeap));
    }

    /** Of the growth; its experiments come from {@link #growth}. */
    Plan plan() {
        return new Plan(
                List.of(),
                1,
                warmup,
                duration,
                Map.of(protocol, config),
                flags(serverHeap),
                loadThreads(),
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
                flags(serverHeap),
                loadThreads(),
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
                flags(heap),
                settings,
                loadThreads(),
                seed);
    }

    /** One line: what all rows of the growth have in common. */
    String conditions() {
        return String.format(
                Locale.ROOT,
                "%s, closed loop, where nothing else is said %d servers, %d B values, %d clients %s; durability %s, warm-up %.1f s,"
                        + " %.1f s, seed %d; CPU per write; load and servers share this host",
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

    private List<String> flags(String heap) {
        List<String> flags = new ArrayList<>(List.of("-Xms" + heap, "-Xmx" + heap));
        flags.add("-Dabcast.probe=false");
        flags.addAll(serverFlags);
        return flags;
    }

    private static int loadThreads() {
        return Math.max(1, Math.min(4, Runtime.getRuntime().availableProcessors() / 2));
    }

    /** @throws ParameterException with what was expected */
    void check(CommandLine commandLine) {
        command = commandLine;
        for (String part : parts)
            if (!PARTS.contains(part)) throw wrong("--part", String.join(", ", PARTS), part);
        for (int n : nodes) {
            if (n < 3 || n % 2 == 0 || n > NODES_MAX)
                throw wrong("--nodes", "an odd number in 3.." + NODES_MAX, n);
            ProtocolNames.check(command, protocol, n);
        }
        if (config == null) config = ProtocolNames.shippedConfig(protocol);
        if (!Files.isReadable(config)) throw wrong("--config", "a readable file", config);
        if (data != null && !Files.isDirectory(data)) throw wrong("--data", "a directory", data);
        String[] both = base.split(":", -1);
        try {
            basePayload = Integer.parseInt(both[0]);
            baseClients = Integer.parseInt(both[1]);
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            throw wrong("--base", "bytes and clients such as 1024:250", base);
        }
        int most = mostPayload();
        for (int payload : payloads)
            if (payload < 0 || payload > most) throw wrong("--payload", "0.." + most, payload);
        if (basePayload < 1 || basePayload > most)
            throw wrong("--base", "a payload of 1.." + most, basePayload);
        if (stateValue < 1 || stateValue > most)
            throw wrong("--state-value", "1.." + most, stateValue);
        if (stateBytes < stateValue)
            throw wrong("--state-bytes", "at least one value of --state-value", stateBytes);
        for (int c : clients)
            if (c < 1 || c > LoadSpec.CLIENTS_MAX)
                throw wrong("--clients", "1.." + LoadSpec.CLIENTS_MAX, c);
        if (baseClients < 1) throw wrong("--base", "at least 1 client", baseClients);
        if (connections < 1) throw wrong("--connections", "at least 1", connections);
        for (long log : logs) if (log < 1) throw wrong("--log", "at least 1 byte", log);
        if (stateRate < 0) throw wrong("--state-rate", "0 or more", stateRate);
        if (!(warmup > 0)) throw wrong("--warmup", "a positive number of seconds", warmup);
        if (!(duration > 0)) throw wrong("--duration", "a positive number of seconds", duration);
        if (!(patience > 0))
            throw wrong("--state-patience", "a positive number of seconds", patience);
        oneOf("--durability", durability, LoadOptions.DURABILITIES);
        oneOf("--state-durability", stateDurability, LoadOptions.DURABILITIES);
        oneOf("--attach", attach, List.of("network", "embedded"));
    }

    private int mostPayload() {
        try {
            int command = ReplicaServer.payloadBytesMax(config, protocol);
            return Math.min(command - Payload.WRITE_HEAD_BYTES, LoadSpec.PAYLOAD_BYTES_MAX);
        } catch (IOException e) {
            throw new ParameterException(command, e.getMessage(), e);
        }
    }

    private void oneOf(String name, String value, List<String> allowed) {
        if (!allowed.contains(value)) throw wrong(name, String.join(" or ", allowed), value);
    }

    private ParameterException wrong(String name, String expected, Object actual) {
        return new ParameterException(command, name + ": expected " + expected + ", got " + actual);
    }
}
