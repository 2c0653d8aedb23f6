package io.abcast.torture;

import java.nio.file.Path;
import java.util.List;

/**
 * Parameters of a torture run.
 *
 * @param minutes duration of the part of the run with faults, in minutes
 * @param nodes number of servers, at least 3; odd for protocols that need an odd number, at least 6 for FBP
 * @param protocol name of the ordering protocol in the stack file, such as ZAB_CT
 * @param config stack file: XML file with the JGroups protocols of each server
 * @param durability durability of the servers: memory, file or fsync
 * @param rate number of operations per second of all clients together
 * @param clients number of clients that share the operations per second, at least 2
 * @param seed seed of all random choices of the run
 * @param faults kinds of faults to inject; kinds that this host does not allow are left out
 * @param recoverSeconds maximum time in seconds from the healing of a fault until all members serve
 * @param localReads whether clients read the local state of one server; the checks of such a run must fail
 * @param jvmFlags JVM flags of the servers
 * @param directory directory for data, logs and the history file
 * @param partitioned partitions of the servers; {@code null} if the protocol is not CAMU
 * @param sandboxed whether this process runs in a {@link Sandbox}, which has its own network and mounts
 */
public record TortureSpec(
        double minutes,
        int nodes,
        String protocol,
        Path config,
        String durability,
        double rate,
        int clients,
        long seed,
        List<FaultKind> faults,
        int recoverSeconds,
        boolean localReads,
        List<String> jvmFlags,
        Path directory,
        PartitionedRun partitioned,
        boolean sandboxed) {
    boolean durable() {
        return !durability.equals("memory");
    }
}
