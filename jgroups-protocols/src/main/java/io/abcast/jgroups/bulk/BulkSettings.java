package io.abcast.jgroups.bulk;

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
 * @param join how long a source waits for members that were not there yet, from its start on
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
        Duration join,
        Duration gone,
        Duration silent,
        Duration stalled,
        Consumer<String> notes) {
    private static final long MEMORY_BYTES = 192L << 20;
    private static final int WORKERS_MAX = 4;

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
        if (blocks < 0 || blocks > 255 || blockBytes < 0 || blockBytes > 1 << 26 || workers < 1)
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
                Duration.ofSeconds(60),
                Duration.ofSeconds(5),
                Duration.ofSeconds(5),
                Duration.ofSeconds(10),
                line -> {});
    }

    public BulkSettings withRate(long bitsPerSecond) {
        return new BulkSettings(
                id,
                members,
                bitsPerSecond,
                blocks,
                blockBytes,
                workers,
                memoryBytes,
                fsync,
                join,
                gone,
                silent,
                stalled,
                notes);
    }

    /** Blocks of a batch and their size, in bytes. 0 for what suits. */
    public BulkSettings withBatches(int k, int bytes) {
        return new BulkSettings(
                id,
                members,
                rateBitsPerSecond,
                k,
                bytes,
                workers,
                memoryBytes,
                fsync,
                join,
                gone,
                silent,
                stalled,
                notes);
    }

    public BulkSettings withWorkers(int count) {
        return new BulkSettings(
                id,
                members,
                rateBitsPerSecond,
                blocks,
                blockBytes,
                count,
                memoryBytes,
                fsync,
                join,
                gone,
                silent,
                stalled,
                notes);
    }

    public BulkSettings withMemory(long bytes) {
        return new BulkSettings(
                id,
                members,
                rateBitsPerSecond,
                blocks,
                blockBytes,
                workers,
                bytes,
                fsync,
                join,
                gone,
                silent,
                stalled,
                notes);
    }

    public BulkSettings withFsync(boolean on) {
        return new BulkSettings(
                id,
                members,
                rateBitsPerSecond,
                blocks,
                blockBytes,
                workers,
                memoryBytes,
                on,
                join,
                gone,
                silent,
                stalled,
                notes);
    }

    /** See the parameters of {@link BulkSettings}. */
    public BulkSettings withWaits(Duration forJoin, Duration forGone, Duration forStalled) {
        return new BulkSettings(
                id,
                members,
                rateBitsPerSecond,
                blocks,
                blockBytes,
                workers,
                memoryBytes,
                fsync,
                forJoin,
                forGone,
                silent,
                forStalled,
                notes);
    }

    public BulkSettings withNotes(Consumer<String> lines) {
        return new BulkSettings(
                id,
                members,
                rateBitsPerSecond,
                blocks,
                blockBytes,
                workers,
                memoryBytes,
                fsync,
                join,
                gone,
                silent,
                stalled,
                lines);
    }
}
