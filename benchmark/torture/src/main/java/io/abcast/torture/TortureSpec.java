package io.abcast.torture;

import java.nio.file.Path;
import java.util.List;

/**
 * Parameters of a run.
 *
 * @param minutes duration of the faults
 * @param nodes number of servers, at least 3; odd for protocols that need an odd number, at least 6 for FBP
 * @param protocol element name, such as ZAB_CT
 * @param config stack file.
 * @param durability memory, file or fsync
 * @param rate operations per second, of all clients together.
 * @param clients number of clients that share the rate, at least 2.
 * @param seed seed of all random choices
 * @param faults kinds of faults to inject, as far as this host allows them.
 * @param recoverSeconds time after healing within which all members must serve.
 * @param localReads whether clients read the local state of one server, so that the run must fail.
 * @param jvmFlags JVM flags of the servers
 * @param directory directory for data, logs and history
 * @param partitioned partitions of the servers; {@code null} for another protocol than CAMU
 * @param sandboxed whether this process runs in a {@link Sandbox}, with its own network and mounts
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
