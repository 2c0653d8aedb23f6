package io.abcast.log;

/**
 * Counters of a {@link Storage} since its start.
 *
 * @param entries number of entries that the storage has appended to the log.
 * @param bytesWritten number of bytes that the storage has written to the log, including headers of segments and
 *     records.
 * @param syncs number of times that the storage synced the log or, under durability {@code file}, handed the log to the
 *     operating system.
 * @param syncNanosTotal total time of all syncs of the log, in ns.
 * @param syncNanosMax longest time of one sync of the log, in ns.
 * @param snapshotsTaken number of completed snapshots.
 * @param logBytes present size of the member's log in bytes.
 */
public record StorageFigures(
        long entries,
        long bytesWritten,
        long syncs,
        long syncNanosTotal,
        long syncNanosMax,
        long snapshotsTaken,
        long logBytes) {}
