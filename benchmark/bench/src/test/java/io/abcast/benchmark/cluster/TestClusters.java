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
        return prepare(servers, protocol, durability, heap, directory, List.of());
    }

    /** @param places how many servers there may be, with those that join */
    static Cluster prepareWithPlaces(
            int servers,
            int places,
            String protocol,
            String durability,
            String heap,
            Path directory)
            throws IOException {
        return new Cluster(
                spec(servers, protocol, durability, heap, directory, List.of()),
                Cluster.loopback(places));
    }

    /** @param serverArguments further arguments of the servers */
    static Cluster prepare(
            int servers,
            String protocol,
            String durability,
            String heap,
            Path directory,
            List<String> serverArguments)
            throws IOException {
        return new Cluster(spec(servers, protocol, durability, heap, directory, serverArguments));
    }

    static List<String> flags(String heap) {
        return BriefJvm.serverFlags("-Xmx" + heap, "-Dabcast.probe=false", "-ea");
    }

    private static ClusterSpec spec(
            int servers,
            String protocol,
            String durability,
            String heap,
            Path directory,
            List<String> serverArguments) {
        return new ClusterSpec(
                servers,
                protocol,
                config(protocol),
                durability,
                true,
                directory,
                flags(heap),
                serverArguments);
    }

    /** The stack on TCP that is shipped for a protocol. */
    static Path config(String protocol) {
        String file = protocol.toLowerCase(Locale.ROOT).replace('_', '-') + "-tcp.xml";
        return Path.of("..", "..", "config", file);
    }
}
