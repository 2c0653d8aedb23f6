package io.abcast.log;

/**
 * Counters of a {@link Storage} since its start.
 *
 * @param entries entries appended.
 * @param bytesWritten bytes written to the log, headers included.
 * @param syncs number of times that the log was made durable (for {@code file}: handed to the operating system).
 * @param syncNanosTotal total time of these syncs, in ns.
 * @param syncNanosMax longest time of one sync, in ns.
 * @param snapshotsTaken snapshots completed.
 * @param logBytes bytes that the log holds now.
 */
public record StorageFigures(
        long entries,
        long bytesWritten,
        long syncs,
        long syncNanosTotal,
        long syncNanosMax,
        long snapshotsTaken,
        long logBytes) {}
