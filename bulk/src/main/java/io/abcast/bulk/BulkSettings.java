package io.abcast.bulk;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * How a member takes part in transfers. Start with {@link #of}; each method gives a changed copy.
 *
 * @param id of this member
 * @param members the addresses of all members by id, this one included; the same at all
 * @param rateBitsPerSecond of this member's uplink, network frames included; 0 for as fast as it goes
 * @param blocks k, blocks of a batch; 0 for what suits
 * @param blockBytes of a block; 0 for what suits
 * @param workers threads that code
 * @param memoryBytes for batches, about; what does not fit is read from disk again when it is needed
 * @param fsync whether files are forced to disk before they are in their place: then they survive a power cut, otherwise a killed
 *     process
 * @param randomBlocks whether blocks go at random and as they are in place of coded ones, at each member that has it so. To compare with
 * @param join from its start on, how long a source that has served all others waits for members that were not there yet
 * @param gone how long a member that was there and is not any more is waited for, once all others have finished
 * @param silent who says nothing for so long is gone
 * @param stalled a receiver gives up when the source is gone and nothing new came for so long
 * @param notes takes lines for people; called on the loop's thread
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

    /** What {@code blocks} may be. */
    static final int BLOCKS_MAX = 255;

    /** @throws IllegalArgumentException when this member is not one of the members, or a figure is out of range */
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

    /** Blocks of a batch and their size, in bytes. 0 for what suits. */
    public BulkSettings withBatches(int k, int bytes) {
        return with(
                draft -> {
                    draft.blocks = k;
                    draft.blockBytes = bytes;
                });
    }

    /**
     * Blocks of a batch by a short profile of this host: coding shall cost no more time than it saves (Liu 2015, equation 3.1). The rate, the
     * members and the workers are to be told before. Takes about half a second of a processor, in which the kernel is compiled.
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

    /** See the parameters of {@link BulkSettings}. */
    public BulkSettings withRandomBlocks(boolean on) {
        return with(draft -> draft.randomBlocks = on);
    }

    /** See the parameters of {@link BulkSettings}. */
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

    /** What can be changed, while it is. */
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
