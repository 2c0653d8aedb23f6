package io.abcast.log;

/**
 * Counters of a {@link Storage} since its start.
 *
 * @param entries number of appended entries.
 * @param bytesWritten number of bytes written to the log, including headers.
 * @param syncs number of times that the log was made durable, or under durability {@code file} handed to the operating
 *     system.
 * @param syncNanosTotal total time of these syncs, in ns.
 * @param syncNanosMax longest time of one sync, in ns.
 * @param snapshotsTaken number of completed snapshots.
 * @param logBytes present size of the log in bytes.
 */
public record StorageFigures(
        long entries,
        long bytesWritten,
        long syncs,
        long syncNanosTotal,
        long syncNanosMax,
        long snapshotsTaken,
        long logBytes) {}
