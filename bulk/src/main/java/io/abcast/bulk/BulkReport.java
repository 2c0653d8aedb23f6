package io.abcast.bulk;

import io.abcast.dissemination.cooper.gossip.GossipFigures;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Result of a transfer at one member.
 *
 * @param source member that sent the files
 * @param files names of the files
 * @param bytes total size of the files
 * @param seconds duration in seconds. At the source, the duration begins when all members are present or are no longer
 *     waited for, and ends when the last member is done. At a receiver, the duration begins with the announcement of
 *     the transfer, and ends when all files have their final names
 * @param rateBitsPerSecond limit of this member's uplink; 0 for no limit
 * @param sentBytes bytes that this member passed to the network during the transfer
 * @param receivedBytes bytes that this member received from the network during the transfer
 * @param cpuSeconds processor time of this process during the transfer, in seconds
 * @param batches division of the files into batches
 * @param figures sums of the counters of the gossip
 * @param done receivers that have all files, as far as this member knows
 * @param failed the receivers that failed or are gone, each with the reason
 * @param failure reason why this member failed; empty on success
 * @param directory directory of the files; null at the source
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
     * Division of the files into batches.
     *
     * @param k number of blocks in a batch
     */
    public record Batches(int count, int k, int blockBytes) {}

    /** Time in seconds that the uplink needs at its rate limit to send the files once; 0 without a rate limit. */
    public double idealSeconds() {
        return rateBitsPerSecond == 0 ? 0 : bytes * 8.0 / rateBitsPerSecond;
    }

    /**
     * Share of the duration in which the uplink was busy with sent data, network headers included; 0 without a rate
     * limit.
     */
    public double uplinkBusy() {
        return busy(sentBytes);
    }

    /**
     * Share of the duration in which a downlink with the rate of the uplink was busy with received data, computed like
     * {@link #uplinkBusy}.
     */
    public double downlinkBusy() {
        return busy(receivedBytes);
    }

    private double busy(long sent) {
        return rateBitsPerSecond == 0
                ? 0
                : sent * 8.0 * Pacer.FRAME_OVERHEAD / rateBitsPerSecond / Math.max(1e-9, seconds);
    }

    /**
     * Share of the received bytes that belong to blocks which told this member something new, 0 to 1. Network headers
     * do not count as received bytes.
     */
    public double receivedUseful() {
        long blocks = Math.min(bytes, figures.innovative() * batches.blockBytes());
        return blocks / (double) Math.max(1, receivedBytes);
    }

    /**
     * Whether the transfer succeeded. At a receiver: whether this receiver has all files. At the source: whether all
     * other members have all files.
     */
    public boolean succeeded() {
        return failure.isEmpty();
    }
}
