package io.abcast.bulk;

import io.abcast.dissemination.cooper.gossip.GossipFigures;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The result of a transfer at one member.
 *
 * @param source id of the member that sent the files.
 * @param files names of the transferred files
 * @param bytes total size in bytes of the transferred files
 * @param seconds duration of the transfer at this member in seconds, from its announcement (at the source: the first
 *     receiver's start) to its end
 * @param rateBitsPerSecond rate limit of this member's uplink in bits/s; 0 for no limit
 * @param sentBytes number of bytes that this member passed to the network during the transfer
 * @param receivedBytes number of bytes that this member received from the network during the transfer
 * @param cpuSeconds processor time of this process during the transfer, in seconds
 * @param batches how the transferred files are divided into batches and blocks
 * @param figures counters of the gossip protocol, by which members offer and exchange blocks, over the whole transfer
 * @param done ids of the receivers that have all files, as far as this member knows
 * @param failed ids of the receivers that failed or are gone, each with the reason
 * @param failure reason why this member failed in the transfer; empty if the member succeeded
 * @param directory directory to which this member has written the files; null at the source
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
     * Division of the transferred files into batches.
     *
     * @param k number of blocks in each batch; the last batch may have fewer
     */
    public record Batches(int count, int k, int blockBytes) {}

    /**
     * Time in seconds in which this member's uplink would send the files once at its rate limit; 0 if the uplink has no
     * limit.
     */
    public double idealSeconds() {
        return rateBitsPerSecond == 0 ? 0 : bytes * 8.0 / rateBitsPerSecond;
    }

    /**
     * Utilisation of this member's uplink during the transfer, as a share of its rate limit, from 0 to 1, with network
     * headers; 0 without rate limit.
     */
    public double uplinkBusy() {
        return busy(sentBytes);
    }

    /**
     * Utilisation of this member's downlink, under the assumption that it has the rate limit of the uplink; computed
     * like {@link #uplinkBusy}.
     */
    public double downlinkBusy() {
        return busy(receivedBytes);
    }

    private double busy(long sent) {
        return rateBitsPerSecond == 0
                ? 0
                : sent * 8.0 * Pacer.FRAME_OVERHEAD / rateBitsPerSecond / Math.max(1e-9, seconds);
    }

    /** Share of the received bytes that belong to blocks with new information for this member, from 0 to 1. */
    public double receivedUseful() {
        long blocks = Math.min(bytes, figures.innovative() * batches.blockBytes());
        return blocks / (double) Math.max(1, receivedBytes);
    }

    /**
     * Whether the transfer succeeded at this member. At a receiver, success means that this receiver has all files. At
     * the source, success means that all other members have all files.
     */
    public boolean succeeded() {
        return failure.isEmpty();
    }
}
