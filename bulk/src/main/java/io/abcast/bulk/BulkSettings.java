package io.abcast.bulk;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The settings of a member for file transfers. The method {@link #of} creates the settings of a member, and each method
 * {@code with...} returns a changed copy of the settings.
 *
 * @param id id of this member
 * @param members the addresses of all members, this member included, by id. The map of addresses must be equal at all
 *     members.
 * @param rateBitsPerSecond rate limit of this member's uplink in bits/s, network frames included; 0 for no limit
 * @param blocks k, the number of blocks in a batch; 0 if the transfer chooses k
 * @param blockBytes size of a block in bytes; 0 if the transfer chooses the size of blocks
 * @param workers number of threads that code and decode blocks
 * @param memoryBytes approximate maximum memory for batches, in bytes; further batches stay on disk and are read again
 *     when they are needed.
 * @param fsync whether received files are forced to disk before they get their final names, so that they survive a
 *     power cut
 * @param randomBlocks whether this member sends randomly chosen uncoded blocks instead of coded blocks, to measure the
 *     effect of coding.
 * @param join time after the start of a transfer for which the source waits for a member that has not taken part yet
 * @param gone time for which the source waits for a member that took part and has left
 * @param silent time without a message from a member after which the member counts as gone.
 * @param stalled time without a new block after which a receiver gives up a transfer whose source is gone
 * @param notes receives log lines of this member, on the event loop's thread
 */
public record BulkSettings(
        int id,
        Map<Integer, InetSocketAddress> members,
        long rateBitsPerSecond,
        int blocks,
        int blockBytes,
        int workers,
        long memoryBytes,
        boolean fsync,
        boolean randomBlocks,
        Duration join,
        Duration gone,
        Duration silent,
        Duration stalled,
        Consumer<String> notes) {
    private static final long MEMORY_BYTES = 192L << 20;
    private static final int WORKERS_MAX = 4;

    static final int BLOCKS_MAX = 255;

    /** @throws IllegalArgumentException if this member is not one of {@code members}, or a setting is out of range */
    public BulkSettings {
        members = Map.copyOf(new TreeMap<>(members));
        if (!members.containsKey(id))
            throw new IllegalArgumentException(
                    "expected id " + id + " among the members " + new TreeMap<>(members).keySet());
        for (int member : members.keySet())
            if (member < 0 || member > 0xffff)
                throw new IllegalArgumentException("expected ids of 0 to 65535, got " + member);
        if (rateBitsPerSecond < 0 || (rateBitsPerSecond > 0 && rateBitsPerSecond < 64_000))
            throw new IllegalArgumentException(
                    "expected a rate of at least 64 kbit/s, got " + rateBitsPerSecond);
        if (blocks < 0
                || blocks > BLOCKS_MAX
                || blockBytes < 0
                || blockBytes > 1 << 26
                || workers < 1)
            throw new IllegalArgumentException(
                    "expected up to 255 blocks of up to 64 MiB and a worker, got "
                            + blocks
                            + ", "
                            + blockBytes
                            + ", "
                            + workers);
    }

    public static BulkSettings of(int id, Map<Integer, InetSocketAddress> members) {
        int cores = Runtime.getRuntime().availableProcessors();
        return new BulkSettings(
                id,
                members,
                0,
                0,
                0,
                Math.max(1, Math.min(WORKERS_MAX, cores)),
                MEMORY_BYTES,
                false,
                false,
                Duration.ofSeconds(60),
                Duration.ofSeconds(5),
                Duration.ofSeconds(2),
                Duration.ofSeconds(10),
                line -> {});
    }

    public BulkSettings withRate(long bitsPerSecond) {
        return with(draft -> draft.rateBitsPerSecond = bitsPerSecond);
    }

    /**
     * Sets the number of blocks in a batch, and the size of a block in bytes. If the number or the size is 0, the
     * transfer chooses this value automatically.
     */
    public BulkSettings withBatches(int k, int bytes) {
        return with(
                draft -> {
                    draft.blocks = k;
                    draft.blockBytes = bytes;
                });
    }

    /**
     * Chooses the number of blocks in a batch by a measurement of this host's coding speed (Liu 2015, equation 3.1), so
     * that coding costs no more time than it saves.
     */
    public BulkSettings withBlocksByProfile() {
        return with(draft -> draft.blocks = GossipChoices.blocksByProfile(this));
    }

    public BulkSettings withWorkers(int count) {
        return with(draft -> draft.workers = count);
    }

    public BulkSettings withMemory(long bytes) {
        return with(draft -> draft.memoryBytes = bytes);
    }

    public BulkSettings withFsync(boolean on) {
        return with(draft -> draft.fsync = on);
    }

    /** Sets {@code randomBlocks}; see the parameters of {@link BulkSettings}. */
    public BulkSettings withRandomBlocks(boolean on) {
        return with(draft -> draft.randomBlocks = on);
    }

    /** Sets {@code join}, {@code gone} and {@code stalled}; see the parameters of {@link BulkSettings}. */
    public BulkSettings withWaits(Duration forJoin, Duration forGone, Duration forStalled) {
        return with(
                draft -> {
                    draft.join = forJoin;
                    draft.gone = forGone;
                    draft.stalled = forStalled;
                });
    }

    public BulkSettings withNotes(Consumer<String> lines) {
        return with(draft -> draft.notes = lines);
    }

    private BulkSettings with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return new BulkSettings(
                id,
                members,
                draft.rateBitsPerSecond,
                draft.blocks,
                draft.blockBytes,
                draft.workers,
                draft.memoryBytes,
                draft.fsync,
                draft.randomBlocks,
                draft.join,
                draft.gone,
                silent,
                draft.stalled,
                draft.notes);
    }

    private static final class Draft {
        private long rateBitsPerSecond;
        private int blocks;
        private int blockBytes;
        private int workers;
        private long memoryBytes;
        private boolean fsync;
        private boolean randomBlocks;
        private Duration join;
        private Duration gone;
        private Duration stalled;
        private Consumer<String> notes;

        private Draft(BulkSettings from) {
            rateBitsPerSecond = from.rateBitsPerSecond;
            blocks = from.blocks;
            blockBytes = from.blockBytes;
            workers = from.workers;
            memoryBytes = from.memoryBytes;
            fsync = from.fsync;
            randomBlocks = from.randomBlocks;
            join = from.join;
            gone = from.gone;
            stalled = from.stalled;
            notes = from.notes;
        }
    }
}
