package io.abcast.log;

import io.abcast.kernel.Membership;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Makes a member's {@link Storage}. */
public final class Storages {
    private Storages() {}

    /** With {@link StorageLimits#defaults}. */
    public static Storage open(
            Durability durability,
            Path dir,
            int serverId,
            Membership members,
            Consumer<String> notes) {
        return open(durability, dir, serverId, members, StorageLimits.defaults(), notes);
    }

    /**
     * A storage that has not touched anything yet: {@link Storage#recover} does, and says what is wrong with it.
     *
     * @param dir the member's own data directory, created if need be; not used ({@code null} will do) by {@link
     *     Durability#MEMORY}
     * @param serverId whose storage it is; a directory never changes its owner
     * @param members the ensemble's founders, {@code serverId} perhaps not among them; a directory never changes its ensemble
     * @param notes told, in one line each, what recovery had to repair and what goes wrong without being fatal; called by
     *     the thread in {@link Storage#recover}, by the loop and by the storage's own threads
     */
    public static Storage open(
            Durability durability,
            Path dir,
            int serverId,
            Membership members,
            StorageLimits limits,
            Consumer<String> notes) {
        if (durability == Durability.MEMORY) return new MemoryStorage(serverId, notes);
        boolean syncing = durability == Durability.FSYNC;
        StorageLimits used =
                syncing
                        ? limits
                        : new StorageLimits(limits.segmentBytes(), limits.handOverBytesMax(), 0);
        return new FileStorage(new PlainDirectory(dir, syncing), serverId, members, used, notes);
    }
}
