package io.abcast.testkit;

import java.nio.file.Path;
import java.util.List;

/**
 * Specification of a cluster of servers on this host.
 *
 * @param servers number of servers; their ids are 1..servers
 * @param protocol element name of the ordering protocol, such as ZAB
 * @param config stack file
 * @param durability memory, file or fsync
 * @param batching whether the protocol batches; false: one proposal, ack and commit per request
 * @param directory directory for logs and data
 * @param jvmFlags JVM flags of the servers
 * @param serverArguments further arguments of the servers
 * @param clientKeys directory of the keys for TLS on the client ports; {@code null}: no TLS
 * @param ofEqualState groups of server ids; the states of the servers of a group must be equal. Empty: one group of all
 *     servers
 */
public record ClusterSpec(
        int servers,
        String protocol,
        Path config,
        String durability,
        boolean batching,
        Path directory,
        List<String> jvmFlags,
        List<String> serverArguments,
        Path clientKeys,
        List<List<Integer>> ofEqualState) {
    /** NAME of the key file {@code client-NAME.p12} that this process uses. */
    public static final String CLIENT = "bench";

    /** A cluster whose client ports do not use TLS. */
    public ClusterSpec(
            int servers,
            String protocol,
            Path config,
            String durability,
            boolean batching,
            Path directory,
            List<String> jvmFlags,
            List<String> serverArguments) {
        this(
                servers,
                protocol,
                config,
                durability,
                batching,
                directory,
                jvmFlags,
                serverArguments,
                null);
    }

    /** A cluster whose servers all have the same state. */
    public ClusterSpec(
            int servers,
            String protocol,
            Path config,
            String durability,
            boolean batching,
            Path directory,
            List<String> jvmFlags,
            List<String> serverArguments,
            Path clientKeys) {
        this(
                servers,
                protocol,
                config,
                durability,
                batching,
                directory,
                jvmFlags,
                serverArguments,
                clientKeys,
                List.of());
    }

    /** The members as the value of the servers' option, such as {@code 1,2,3}. */
    public String members() {
        StringBuilder text = new StringBuilder("1");
        for (int id = 2; id <= servers; id++) text.append(',').append(id);
        return text.toString();
    }
}
