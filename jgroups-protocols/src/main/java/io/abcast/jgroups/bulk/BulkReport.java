package io.abcast.jgroups.bulk;

import io.abcast.dissemination.cooper.gossip.GossipFigures;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * How a transfer ended at one member.
 *
 * @param source the member that sent
 * @param files their names
 * @param bytes of all files
 * @param seconds from the start, when all members were there or were not waited for any longer, until the last one was done (at
 *     the source), or from the word of it until all files were in their places (at a receiver)
 * @param rateBitsPerSecond the uplink's, 0 for no limit
 * @param sentBytes handed to the network by this member in that time
 * @param receivedBytes taken from the network by this member in that time
 * @param cpuSeconds of this process in that time
 * @param batches of how many blocks and bytes they were: k and blockBytes
 * @param figures counters of the gossip, in all
 * @param done receivers that have everything, as far as this member knows
 * @param failed the others, and why
 * @param failure why this member has failed; empty when it has not
 * @param directory where the files are, null at the source
 */
public record BulkReport(
        int source,
        List<String> files,
        long bytes,
        double seconds,
        long rateBitsPerSecond,
        long sentBytes,
        long receivedBytes,
        double cpuSeconds,
        Batches batches,
        GossipFigures figures,
        List<Integer> done,
        Map<Integer, String> failed,
        String failure,
        Path directory) {
    /**
     * How the files were cut.
     *
     * @param k blocks of a batch
     */
    public record Batches(int count, int k, int blockBytes) {}

    /** Seconds that the files take at the link's rate; 0 when that is not limited. */
    public double idealSeconds() {
        return rateBitsPerSecond == 0 ? 0 : bytes * 8.0 / rateBitsPerSecond;
    }

    /** Whether this member, and at the source all others, have everything. */
    public boolean succeeded() {
        return failure.isEmpty();
    }
}
