package io.abcast.torture;

import java.nio.file.Path;
import java.util.List;

/**
 * What is run.
 *
 * @param minutes of faults
 * @param nodes servers, at least 3; an odd number for protocols that need one, and for FBP at least 6
 * @param protocol element name, such as ZAB_CT
 * @param config stack file
 * @param durability memory, file or fsync
 * @param rate operations per second, of all clients together
 * @param clients that share them, at least two
 * @param seed of everything that is drawn
 * @param faults that may come; of these, those that can be done here do
 * @param recoverSeconds how long the ensemble may take, once everything is healed, until all its members serve
 * @param localReads reads without agreement: a run that must fail
 * @param jvmFlags of the servers
 * @param directory for data, logs and history
 * @param sandboxed whether this process has a {@link Sandbox} to itself: network and mounts are its own
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
        boolean sandboxed) {
    boolean durable() {
        return !durability.equals("memory");
    }
}
