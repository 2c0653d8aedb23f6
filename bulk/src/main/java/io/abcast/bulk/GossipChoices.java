package io.abcast.bulk;

import io.abcast.dissemination.cooper.BlockCount;
import io.abcast.dissemination.cooper.code.Kernels;
import io.abcast.dissemination.cooper.gossip.BatchBounds;
import io.abcast.dissemination.cooper.gossip.GossipSettings;

/** Blocks, bounds and times for a rate: everything that hangs on how long a block takes. */
final class GossipChoices {
    /** A block's time: long against the round trip of an offer, short against the whole. */
    private static final double BLOCK_SECONDS = 0.03;

    private static final int BLOCK_BYTES_MIN = 4 * 1024;
    private static final int BLOCK_BYTES_MAX = 1 << 18;
    private static final int K = 32;

    /** C of Liu 2015, equation 3.1: rounds above k + ceil(log2 n). */
    private static final int PROFILE_CONSTANT = 3;

    /** Assumed when there is no limit. */
    private static final double FAST_BYTES_PER_SECOND = 125e6;

    private static final int OPEN_MAX = 8;

    /** A batch is late when the source has sent so many others: fewer than may be open. */
    private static final int LATE_BATCHES = 4;

    /** Receivers of one member at once, of many. */
    private static final int RECEIVERS_MAX = 8;

    /** For each receiver: the block that it gets, and the next, agreed meanwhile. */
    private static final int AHEAD = 2;

    private GossipChoices() {}

    /** A power of two, and small for small transfers, so that they are still many blocks. */
    static int blockBytes(BulkSettings settings, long bytes) {
        if (settings.blockBytes() > 0) return settings.blockBytes();
        double perBlock = BLOCK_SECONDS * bytesPerSecond(settings);
        long wanted = Long.highestOneBit(Math.max(1, (long) perBlock));
        long few = Long.highestOneBit(Math.max(1, (bytes + K - 1) / K)) * 2;
        // More batches than a gossip knows would be too many.
        long many = 2 * Long.highestOneBit(bytes / ((long) K * Catalog.BATCHES_MAX) + 1);
        long chosen = Math.min(Math.min(wanted, few), BLOCK_BYTES_MAX);
        return (int) Math.max(Math.max(chosen, BLOCK_BYTES_MIN), many);
    }

    /** k by a short profile of this host, see {@link BlockCount#best}. */
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
                // Chance gives some receivers more senders than others.
                2 * sends,
                Math.max(5_000_000, blockNanos),
                // Twice what all that is before an offer takes at a quarter of the rate.
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
