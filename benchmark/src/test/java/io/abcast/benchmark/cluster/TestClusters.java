package io.abcast.benchmark.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Clusters of real processes with the stack shipped for the protocol, small heaps and assertions. */
final class TestClusters {
    private TestClusters() {}

    static Cluster prepare(
            int servers, String protocol, String durability, String heap, Path directory)
            throws IOException {
        return new Cluster(
                new ClusterSpec(
                        servers,
                        protocol,
                        config(protocol),
                        durability,
                        true,
                        directory,
                        List.of("-Xmx" + heap, "-Dabcast.probe=false", "-ea"),
                        List.of()));
    }

    /** The stack on TCP that is shipped for a protocol. */
    static Path config(String protocol) {
        String file = protocol.toLowerCase(Locale.ROOT).replace('_', '-') + "-tcp.xml";
        return Path.of("..", "config", file);
    }
}
