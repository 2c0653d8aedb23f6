package io.abcast.testkit;

import java.nio.file.Path;
import java.util.List;

/**
 * Specification of a cluster of servers on this host.
 *
 * @param servers number of servers; their ids are 1..servers
 * @param protocol name of the ordering protocol in the stack file, such as ZAB
 * @param config stack file: XML file with the JGroups protocols of each server
 * @param durability durability of the servers: memory, file or fsync
 * @param batching whether the ordering protocol batches; if false, each request has its own proposal, ack and commit
 * @param directory directory for the logs and the data of all servers
 * @param jvmFlags JVM flags with which the servers start
 * @param serverArguments command-line arguments of each server in addition to those that follow from this record
 * @param clientKeys directory of the keys for TLS on the client ports; {@code null} if the client ports do not use TLS
 * @param ofEqualState groups of server ids; all servers of a group must have equal states. Empty if all servers must
 *     have equal states.
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
    /** Name of this process, as a client, in the name of its key file {@code client-NAME.p12}. */
    public static final String CLIENT = "bench";

    /** A cluster of servers whose client ports do not use TLS. */
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

    /** A cluster of servers that must all have the same state. */
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

    /** The ids of all servers in the form of the servers' command-line option, such as {@code 1,2,3}. */
    public String members() {
        StringBuilder text = new StringBuilder("1");
        for (int id = 2; id <= servers; id++) text.append(',').append(id);
        return text.toString();
    }
}
