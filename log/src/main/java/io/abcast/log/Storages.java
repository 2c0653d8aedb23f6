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
     * Creates a member's storage, in files or in memory, without access to its files, which {@link Storage#recover}
     * opens.
     *
     * @param dir the member's own data directory, which the storage creates if it does not exist; {@code null} is
     *     permitted with {@link Durability#MEMORY}
     * @param serverId id of the server that owns the storage; the owner of a data directory never changes
     * @param members the ensemble's founders, possibly without {@code serverId}; the founders in a data directory never
     *     change
     * @param notes receives a line for each repair of the recovery and for each error that does not end the storage, on
     *     any thread
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
