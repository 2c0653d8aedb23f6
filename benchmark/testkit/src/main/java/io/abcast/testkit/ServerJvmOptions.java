package io.abcast.testkit;

import io.abcast.command.SizeConverter;
import io.abcast.command.Usage;
import io.abcast.server.ProtocolNames;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** How the servers are started that a command measures. */
public final class ServerJvmOptions {
    /** Of a server's process: code, direct memory, what the JVM has for itself. */
    private static final long BESIDE_HEAP_BYTES = 256L << 20;

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
    private String heap;

    @Option(
            names = "--server-flag",
            paramLabel = "FLAG",
            description = "One more JVM flag of the servers. Repeatable.")
    private List<String> flags = new ArrayList<>();

    public void check(Usage usage) {
        if (config != null) usage.readable("--config", config);
        if (!heap.matches("\\d+[kmgKMG]?"))
            throw usage.wrong("--server-heap", "a size such as 512m", heap);
    }

    /** {@code null}: nothing was said. */
    public Path config() {
        return config;
    }

    public Path config(String protocol) {
        return config != null ? config : ProtocolNames.shippedConfig(protocol);
    }

    /** Memory of one server's process, about. */
    public long processBytes() {
        return new SizeConverter().convert(heap) + BESIDE_HEAP_BYTES;
    }

    public String heap() {
        return heap;
    }

    /** Those that were asked for beside the heap's. */
    public List<String> more() {
        return flags;
    }

    public List<String> flags() {
        return flags(heap);
    }

    /** A heap that grows while it is measured measures its growing. */
    public List<String> flags(String heapSize) {
        List<String> all = new ArrayList<>(List.of("-Xms" + heapSize, "-Xmx" + heapSize));
        all.add("-Dabcast.probe=false");
        all.addAll(flags);
        return all;
    }
}
