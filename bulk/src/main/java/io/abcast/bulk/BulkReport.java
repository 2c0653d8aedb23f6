package io.abcast.bulk;

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

    /** Part of the time in which the uplink was busy with what was sent, heads of the network included; 0 when the rate is not limited. */
    public double uplinkBusy() {
        return busy(sentBytes);
    }

    /** As {@link #uplinkBusy}, for what came, over a downlink of the same rate. */
    public double downlinkBusy() {
        return busy(receivedBytes);
    }

    private double busy(long sent) {
        return rateBitsPerSecond == 0
                ? 0
                : sent * 8.0 * Pacer.FRAME_OVERHEAD / rateBitsPerSecond / Math.max(1e-9, seconds);
    }

    /** Part of what came, without heads of the network, that was blocks that told something new. */
    public double receivedUseful() {
        long blocks = Math.min(bytes, figures.innovative() * batches.blockBytes());
        return blocks / (double) Math.max(1, receivedBytes);
    }

    /** Whether this member, and at the source all others, have everything. */
    public boolean succeeded() {
        return failure.isEmpty();
    }
}
