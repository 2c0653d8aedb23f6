package io.abcast.load.contest;

import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.load.ConnectionSpread;
import io.abcast.load.Experiment;
import io.abcast.load.LoadSpec;
import io.abcast.load.PartitionServers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The environment of a run: its experiment, directories and ports, as every process of the run receives them.
 *
 * @param experiment experiment that the run executes
 * @param contestant class name of the system's {@link Contestant}
 * @param directory directory for logs, and for data that must be on a disk
 * @param memory directory in memory (tmpfs) for logs and mapped files; {@code null} if this host has no such directory
 * @param port the first port of the run, see {@link #port}
 * @param config stack file of abcast's servers; {@code null} for systems without a stack file
 * @param partitions the partitions of the store with their servers; {@code null} if each server holds all keys
 */
public record Site(
        Experiment experiment,
        String contestant,
        Path directory,
        Path memory,
        int port,
        Path config,
        PartitionServers partitions) {
    /** Number of ports that each server may use. */
    public static final int PORTS_PER_SERVER = 8;

    /**
     * Offset of a run's second block of ports: the failure detection of JGroups listens on the port of the transport
     * plus this offset.
     */
    public static final int SECOND_BLOCK = 100;

    /** The ports of more servers would overlap with the second block of ports. */
    static final int SERVERS_MAX = SECOND_BLOCK / PORTS_PER_SERVER - 1;

    static IntStream offsets(int servers) {
        return IntStream.range(0, (servers + 1) * PORTS_PER_SERVER)
                .flatMap(i -> IntStream.of(i, SECOND_BLOCK + i));
    }

    public static final String HOST = "127.0.0.1";

    /** Code for OMAHA in an encoded experiment: 0 without OMAHA, 1 with OMAHA, 2 if the stack file decides. */
    private static final int AS_IN_FILE = 2;

    /** Number of servers of the run. */
    public int servers() {
        return partitions == null ? experiment.nodes() : partitions.servers();
    }

    List<List<Integer>> ofEqualState() {
        return partitions == null
                ? List.of(IntStream.rangeClosed(1, servers()).boxed().toList())
                : partitions.ofEqualState();
    }

    /**
     * Number of a port of a server.
     *
     * @param id id of the server, from 1
     * @param index index of the port, 0..{@link #PORTS_PER_SERVER} - 1; the contestant defines the purpose of each
     *     index
     */
    public int port(int id, int index) {
        return port + id * PORTS_PER_SERVER + index;
    }

    /** Applies {@code text} to the id of each server, and joins the results with commas. */
    public String eachServer(IntFunction<String> text) {
        return IntStream.rangeClosed(1, servers()).mapToObj(text).collect(Collectors.joining(","));
    }

    /** Directory of a server's data: in memory with the durability {@code memory}, otherwise on the disk. */
    public Path data(int id) {
        Path parent = experiment.durability().equals("memory") ? memory : directory;
        if (parent == null) throw new IllegalStateException("no file system in memory");
        return parent.resolve("data-" + id);
    }

    /**
     * Distribution of the experiment's connections over {@code shards} groups of remote clients; the rule is the same
     * for every system.
     */
    public ConnectionSpread connections(int shards) {
        return new ConnectionSpread(experiment.connections(), shards, servers());
    }

    String encode() {
        Experiment e = experiment;
        WireWriter out = new WireWriter(512);
        for (String text :
                new String[] {
                    e.system(),
                    e.protocol(),
                    e.durability(),
                    e.attach(),
                    contestant,
                    directory.toString(),
                    text(memory),
                    text(config),
                    partitions == null ? "" : partitions.toString()
                }) out.bytes(text.getBytes(StandardCharsets.UTF_8));
        out.varint(e.nodes()).u8(e.batching() ? 1 : 0).varint(e.connections()).varint(port);
        out.u8(e.omaha() == null ? AS_IN_FILE : e.omaha() ? 1 : 0);
        out.bytes(e.load().encode());
        return Base64.getEncoder().encodeToString(out.toByteArray());
    }

    static Site decode(String encoded) {
        WireReader in = new WireReader(Base64.getDecoder().decode(encoded));
        String system = readText(in);
        String protocol = readText(in);
        String durability = readText(in);
        String attach = readText(in);
        String contestant = readText(in);
        Path directory = Path.of(readText(in));
        Path memory = path(readText(in));
        Path config = path(readText(in));
        String map = readText(in);
        int nodes = in.count(Integer.MAX_VALUE);
        boolean batching = in.u8() != 0;
        int connections = in.count(Integer.MAX_VALUE);
        int port = in.count(65_535);
        int omaha = in.u8();
        LoadSpec load = LoadSpec.decode(in.bytes());
        in.end();
        Experiment experiment =
                new Experiment(
                        system,
                        protocol,
                        nodes,
                        durability,
                        batching,
                        omaha == AS_IN_FILE ? null : omaha == 1,
                        attach,
                        connections,
                        load);
        PartitionServers partitions = map.isEmpty() ? null : PartitionServers.parse(map);
        return new Site(experiment, contestant, directory, memory, port, config, partitions);
    }

    private static String readText(WireReader in) {
        return new String(in.bytes(), StandardCharsets.UTF_8);
    }

    private static String text(Path path) {
        return path == null ? "" : path.toString();
    }

    private static Path path(String text) {
        return text.isEmpty() ? null : Path.of(text);
    }
}
