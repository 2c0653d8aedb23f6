package io.abcast.load.contest;

import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.load.ConnectionSpread;
import io.abcast.load.Experiment;
import io.abcast.load.LoadSpec;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The place of a run: its directories and ports. Every process of the run receives the same site.
 *
 * @param experiment experiment that is run
 * @param contestant class of the {@link Contestant}
 * @param directory directory for logs, and for data that must be on a disk
 * @param memory a directory in memory (tmpfs), for systems whose only log is files and for their mapped files; {@code
 *     null}: this host has no such directory
 * @param port the first of the ports, see {@link #port}
 * @param config stack file of abcast's servers; {@code null}: another system
 */
public record Site(
        Experiment experiment,
        String contestant,
        Path directory,
        Path memory,
        int port,
        Path config) {
    /** Ports of each server; no system needs more. */
    public static final int PORTS_PER_SERVER = 8;

    /** JGroups' failure detection listens on the port of the transport plus this number. */
    public static final int SECOND_BLOCK = 100;

    /** The ports of more servers would overlap with the second block. */
    static final int SERVERS_MAX = SECOND_BLOCK / PORTS_PER_SERVER - 1;

    /** Offsets from the first port of all ports that so many servers may use. */
    static IntStream offsets(int servers) {
        return IntStream.range(0, (servers + 1) * PORTS_PER_SERVER)
                .flatMap(i -> IntStream.of(i, SECOND_BLOCK + i));
    }

    public static final String HOST = "127.0.0.1";

    /** Third value beside 0 and 1, which state whether OMAHA is in the stack: the stack file decides. */
    private static final int AS_IN_FILE = 2;

    public int servers() {
        return experiment.nodes();
    }

    /**
     * Port of a server.
     *
     * @param id 1..servers
     * @param index 0..{@link #PORTS_PER_SERVER} - 1; the contestant chooses what each index means
     */
    public int port(int id, int index) {
        return port + id * PORTS_PER_SERVER + index;
    }

    /** Joins a text of each server with commas. */
    public String eachServer(IntFunction<String> text) {
        return IntStream.rangeClosed(1, servers()).mapToObj(text).collect(Collectors.joining(","));
    }

    /**
     * Directory of a server's data: in memory or on the disk, as the durability requires. For systems that write files
     * with every durability.
     */
    public Path data(int id) {
        Path parent = experiment.durability().equals("memory") ? memory : directory;
        if (parent == null) throw new IllegalStateException("no file system in memory");
        return parent.resolve("data-" + id);
    }

    /** The connections of {@code shards} shards of remote clients; the same rule for every system. */
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
                    text(config)
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
        return new Site(experiment, contestant, directory, memory, port, config);
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
