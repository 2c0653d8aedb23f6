package io.abcast.bulk;

import io.abcast.dissemination.cooper.BlockCount;
import io.abcast.dissemination.cooper.code.Kernels;
import io.abcast.dissemination.cooper.gossip.BatchBounds;
import io.abcast.dissemination.cooper.gossip.GossipSettings;

/** Chooses the block size, and the bounds and waiting times of the gossip protocol, from the rate of the uplink. */
final class GossipChoices {
    /**
     * Transfer time of a block: long compared with the round trip of a message, and short compared with the whole
     * transfer.
     */
    private static final double BLOCK_SECONDS = 0.03;

    private static final int BLOCK_BYTES_MIN = 4 * 1024;
    private static final int BLOCK_BYTES_MAX = 1 << 18;
    private static final int K = 32;

    /**
     * Constant C of Liu 2015, equation 3.1: number of rounds that a batch of k blocks needs beyond k + ceil(log2 n) for
     * n members.
     */
    private static final int PROFILE_CONSTANT = 3;

    private static final double FAST_BYTES_PER_SECOND = 125e6;

    private static final int OPEN_MAX = 8;

    /**
     * Number of later batches that the source must have sent before an incomplete batch counts as late; below the
     * maximum number of open batches.
     */
    private static final int LATE_BATCHES = 4;

    private static final int RECEIVERS_MAX = 8;

    private static final int AHEAD = 2;

    private GossipChoices() {}

    /** Returns a power of two; small transfers get small blocks, so that even a small transfer has many blocks. */
    static int blockBytes(BulkSettings settings, long bytes) {
        if (settings.blockBytes() > 0) return settings.blockBytes();
        double perBlock = BLOCK_SECONDS * bytesPerSecond(settings);
        long wanted = Long.highestOneBit(Math.max(1, (long) perBlock));
        long few = Long.highestOneBit(Math.max(1, (bytes + K - 1) / K)) * 2;
        // Larger blocks keep the number of batches of a large transfer within the gossip's maximum.
        long many = 2 * Long.highestOneBit(bytes / ((long) K * Catalog.BATCHES_MAX) + 1);
        long chosen = Math.min(Math.min(wanted, few), BLOCK_BYTES_MAX);
        return (int) Math.max(Math.max(chosen, BLOCK_BYTES_MIN), many);
    }

    static int blocksByProfile(BulkSettings settings) {
        return BlockCount.best(
                BlockCount.profile(Kernels.fastest(System::nanoTime), System::nanoTime),
                bytesPerSecond(settings),
                settings.workers(),
                settings.members().size(),
                PROFILE_CONSTANT,
                BulkSettings.BLOCKS_MAX);
    }

    static int blocks(BulkSettings settings) {
        return settings.blocks() > 0 ? settings.blocks() : K;
    }

    static BatchBounds bounds(BulkSettings settings, Catalog catalog) {
        long held = settings.memoryBytes() / catalog.batchBytes();
        BatchBounds bounds =
                new BatchBounds(
                        OPEN_MAX,
                        (int) Math.max(OPEN_MAX + 2, Math.min(held, 1024)),
                        true,
                        LATE_BATCHES * catalog.k());
        return settings.randomBlocks() ? bounds.ofRandomBlocks() : bounds;
    }

    static GossipSettings gossip(BulkSettings settings, Catalog catalog) {
        long blockNanos = (long) (catalog.blockBytes() / bytesPerSecond(settings) * 1e9);
        int sends = AHEAD * Math.min(RECEIVERS_MAX, settings.members().size() - 1);
        return new GossipSettings(
                catalog.seed(),
                catalog.source(),
                settings.workers(),
                2,
                sends,
                // A member accepts twice as many blocks at a time as it sends, because by chance
                // some members are the receiver of several senders.
                2 * sends,
                Math.max(5_000_000, blockNanos),
                // Time limit for the answer to an offer: twice the time in which all blocks offered
                // before are sent at a quarter of the uplink's rate.
                Math.max(500_000_000, 8L * sends * blockNanos),
                Math.max(5_000_000_000L, 30L * sends * blockNanos),
                settings.stalled().toNanos());
    }

    private static double bytesPerSecond(BulkSettings settings) {
        return settings.rateBitsPerSecond() == 0
                ? FAST_BYTES_PER_SECOND
                : settings.rateBitsPerSecond() / 8.0;
    }
}
