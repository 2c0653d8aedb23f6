package io.abcast.benchmark.cluster;

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
 */
public record ClusterSpec(
        int servers,
        String protocol,
        Path config,
        String durability,
        boolean batching,
        Path directory,
        List<String> jvmFlags,
        List<String> serverArguments) {
    /** The members as the servers' option wants them: {@code 1,2,3}. */
    public String members() {
        StringBuilder text = new StringBuilder("1");
        for (int id = 2; id <= servers; id++) text.append(',').append(id);
        return text.toString();
    }
}
