package io.abcast.testkit;

import io.abcast.server.ProtocolNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Makes clusters of real server processes that use the shipped stack file of the protocol, small heaps and Java
 * assertions.
 */
public final class TestClusters {
    private TestClusters() {}

    static LocalEnsemble prepare(
            int servers, String protocol, String durability, String heap, Path directory)
            throws IOException {
        return prepare(servers, protocol, durability, heap, directory, List.of());
    }

    static LocalEnsemble prepareWithPlaces(
            int servers,
            int places,
            String protocol,
            String durability,
            String heap,
            Path directory)
            throws IOException {
        return new LocalEnsemble(
                spec(servers, protocol, durability, heap, directory, List.of()),
                LocalEnsemble.loopback(places));
    }

    static LocalEnsemble prepare(
            int servers,
            String protocol,
            String durability,
            String heap,
            Path directory,
            List<String> serverArguments)
            throws IOException {
        return new LocalEnsemble(
                spec(servers, protocol, durability, heap, directory, serverArguments));
    }

    public static List<String> flags(String heap) {
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

    /** Path of the stack file that abcast ships for a protocol over TCP. */
    public static Path config(String protocol) {
        return Path.of("..", "..", "config", ProtocolNames.shippedFile(protocol));
    }
}
