package io.abcast.testkit;

import java.nio.file.Path;
import java.util.List;

/**
 * The servers of a cluster on this host.
 *
 * @param servers how many; ids are 1..servers
 * @param protocol element name of the ordering protocol, such as ZAB
 * @param config stack file
 * @param durability memory, file or fsync
 * @param batching false: one proposal, one ack, one commit per request
 * @param directory for logs and data
 * @param jvmFlags of the servers
 * @param serverArguments further arguments of the servers
 * @param clientKeys directory of the keys for TLS on the client ports; {@code null}: no TLS
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
        Path clientKeys) {
    /** Whose {@code client-NAME.p12} this process uses. */
    public static final String CLIENT = "bench";

    /** Client ports without TLS. */
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

    /** The members as the servers' option wants them: {@code 1,2,3}. */
    public String members() {
        StringBuilder text = new StringBuilder("1");
        for (int id = 2; id <= servers; id++) text.append(',').append(id);
        return text.toString();
    }
}
