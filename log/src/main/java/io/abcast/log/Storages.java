package io.abcast.log;

import io.abcast.kernel.Membership;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Creates a member's {@link Storage}. */
public final class Storages {
    private Storages() {}

    /** Opens a storage with {@link StorageLimits#defaults}. */
    public static Storage open(
            Durability durability,
            Path dir,
            int serverId,
            Membership members,
            Consumer<String> notes) {
        return open(durability, dir, serverId, members, StorageLimits.defaults(), notes);
    }

    /**
     * Creates a storage. This method does not access the files: {@link Storage#recover} opens them and reports their
     * problems.
     *
     * @param dir the member's own data directory, which is created if it does not exist. With {@link Durability#MEMORY}
     *     the directory is not used and may be {@code null}
     * @param serverId the server that owns the storage; the owner of a directory never changes
     * @param members the ensemble's founders, possibly without {@code serverId}; the ensemble of a directory never
     *     changes
     * @param notes receives a line for each repair of the recovery and for each error that is not fatal. Called by the
     *     thread in {@link Storage#recover}, by the loop and by the storage's own threads
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
