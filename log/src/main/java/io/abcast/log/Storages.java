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
     * Creates a member's storage, in files or in memory. The method {@code open} does not access the files of the
     * storage: {@link Storage#recover} opens the files and reports their problems.
     *
     * @param dir the member's own data directory, which the storage creates if the directory does not exist. With
     *     {@link Durability#MEMORY} the storage uses no directory, and the argument may be {@code null}
     * @param serverId id of the server that owns the storage; the owner of a data directory never changes
     * @param members the ensemble's founders, possibly without {@code serverId}; the founders in a data directory never
     *     change
     * @param notes receives a line for each repair of the recovery and for each error that does not end the storage.
     *     The thread in {@link Storage#recover}, the event loop and the storage's own threads call {@code notes}
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
