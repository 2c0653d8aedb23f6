package io.abcast.testkit;

import io.abcast.command.SizeConverter;
import io.abcast.command.Usage;
import io.abcast.server.ProtocolNames;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Command-line options for the JVMs of the servers that a command starts. */
public final class ServerJvmOptions {
    /** Code, direct memory and the JVM's own data of a server's process, in bytes. */
    private static final long BESIDE_HEAP_BYTES = 256L << 20;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description =
                    "JGroups stack of the servers. Default: the stack for the protocol in config/.")
    private Path config;

    @Option(
            names = "--server-heap",
            defaultValue = "512m",
            paramLabel = "SIZE",
            description = "Java heap of each server. Default: ${DEFAULT-VALUE}.")
    private String heap;

    @Option(
            names = "--server-flag",
            paramLabel = "FLAG",
            description = "Additional JVM flag of the servers. Repeatable.")
    private List<String> flags = new ArrayList<>();

    public void check(Usage usage) {
        if (config != null) usage.readable("--config", config);
        if (!heap.matches("\\d+[kmgKMG]?"))
            throw usage.wrong("--server-heap", "a size such as 512m", heap);
    }

    /** The JGroups stack file that the user gave on the command line; {@code null} if the user gave none. */
    public Path config() {
        return config;
    }

    public Path config(String protocol) {
        return config != null ? config : ProtocolNames.shippedConfig(protocol);
    }

    /** Approximate memory of one server's process, in bytes. */
    public long processBytes() {
        return new SizeConverter().convert(heap) + BESIDE_HEAP_BYTES;
    }

    public String heap() {
        return heap;
    }

    /** JVM flags from the command line, without the flags for the heap. */
    public List<String> more() {
        return flags;
    }

    public List<String> flags() {
        return flags(heap);
    }

    /**
     * All JVM flags of a server; its heap has a fixed size, so that growth of the heap does not distort a measurement.
     */
    public List<String> flags(String heapSize) {
        List<String> all = new ArrayList<>(List.of("-Xms" + heapSize, "-Xmx" + heapSize));
        all.add("-Dabcast.probe=false");
        all.addAll(flags);
        return all;
    }
}
