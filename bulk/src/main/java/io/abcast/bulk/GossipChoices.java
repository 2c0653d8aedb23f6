package io.abcast.bulk;

import io.abcast.dissemination.cooper.BlockCount;
import io.abcast.dissemination.cooper.code.Kernels;
import io.abcast.dissemination.cooper.gossip.BatchBounds;
import io.abcast.dissemination.cooper.gossip.GossipSettings;

/**
 * Chooses the size of the blocks, and the bounds and times of the gossip, for the rate of the uplink. All these values
 * depend on the transfer time of a block.
 */
final class GossipChoices {
    /**
     * The time that the transfer of one block should take, in seconds. This time is long compared with the round trip
     * of an offer, and short compared with the whole transfer.
     */
    private static final double BLOCK_SECONDS = 0.03;

    private static final int BLOCK_BYTES_MIN = 4 * 1024;
    private static final int BLOCK_BYTES_MAX = 1 << 18;
    private static final int K = 32;

    /** Constant C of Liu 2015, equation 3.1: number of rounds in addition to k + ceil(log2 n). */
    private static final int PROFILE_CONSTANT = 3;

    /** Rate of the uplink, in bytes/s, that is assumed if the settings have no rate limit. */
    private static final double FAST_BYTES_PER_SECOND = 125e6;

    private static final int OPEN_MAX = 8;

    /**
     * Number of later batches that the source must have sent before a batch counts as late. The number is below the
     * maximum number of open batches.
     */
    private static final int LATE_BATCHES = 4;

    /** Maximum number of receivers to which one member sends at once. */
    private static final int RECEIVERS_MAX = 8;

    /**
     * Number of blocks per receiver that are in transfer or agreed upon: one block is in transfer, while sender and
     * receiver agree on the next block.
     */
    private static final int AHEAD = 2;

    private GossipChoices() {}

    /**
     * Size of a block in bytes, a power of two. Small transfers have small blocks, so that they still have many blocks.
     */
    static int blockBytes(BulkSettings settings, long bytes) {
        if (settings.blockBytes() > 0) return settings.blockBytes();
        double perBlock = BLOCK_SECONDS * bytesPerSecond(settings);
        long wanted = Long.highestOneBit(Math.max(1, (long) perBlock));
        long few = Long.highestOneBit(Math.max(1, (bytes + K - 1) / K)) * 2;
        // Keep the number of batches within the bound of the gossip.
        long many = 2 * Long.highestOneBit(bytes / ((long) K * Catalog.BATCHES_MAX) + 1);
        long chosen = Math.min(Math.min(wanted, few), BLOCK_BYTES_MAX);
        return (int) Math.max(Math.max(chosen, BLOCK_BYTES_MIN), many);
    }

    /** Chooses k by a short measurement on this host, see {@link BlockCount#best}. */
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
                // some receivers have more senders than others.
                2 * sends,
                Math.max(5_000_000, blockNanos),
                // The time limit of an offer is twice the time that all earlier blocks take at a
                // quarter of the rate.
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
