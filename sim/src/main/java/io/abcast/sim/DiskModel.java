package io.abcast.sim;

import io.abcast.kernel.log.Durability;

/**
 * How the disks behave. Times in virtual nanoseconds.
 *
 * @param durability what survives a crash
 * @param syncNanosMin shortest time to make a batch of appends, or a persist, durable
 * @param syncNanosMax longest
 * @param readNanosMax longest time of a log or snapshot read
 * @param snapshotNanosMax longest time to write a snapshot
 * @param losesTail whether a crash loses a random part of what was not yet durable; otherwise it happens to be kept
 * @param tears whether a crash may leave half of an unfinished write behind what it keeps
 * @param snapshotFailures probability that a snapshot cannot be taken, or that a fetched one does not match its id
 * @param lies what the driver reports falsely; for tests of the checkers
 */
public record DiskModel(
        Durability durability,
        long syncNanosMin,
        long syncNanosMax,
        long readNanosMax,
        long snapshotNanosMax,
        boolean losesTail,
        boolean tears,
        double snapshotFailures,
        Lie lies) {

    /** A broken driver. */
    public enum Lie {
        NONE,
        /** {@code onSynced} at once, the disk follows later. */
        SYNCED_EARLY,
        /** {@code onSynced} when the disk takes longer than usual, which is not the same as being done. */
        SYNCED_BY_THE_CLOCK,
        /** {@code onPersisted} at once, the disk follows later. */
        PERSISTED_EARLY,
        /** Nothing is ever synced: it outlives the process, not the power. */
        NEVER_SYNCED,
        /** A sync that fails is tried again, and succeeds without what the first one has dropped. */
        SYNC_RETRIED,
        /** What a full disk does not take is reported as durable. */
        FULL_DISK_IGNORED,
        /** Recovery skips what it cannot read of an unfinished write, and keeps what it can. */
        TORN_TAIL_KEPT,
        /** Recovery cuts a damaged log as if the last write were unfinished. */
        ROT_TAKEN_FOR_TORN,
        /** Recovery skips what it cannot read, wherever that is. */
        DAMAGE_SKIPPED,
        /** A fetched snapshot is installed whatever arrived. */
        SNAPSHOT_UNCHECKED,
        /** Installing a snapshot removes the log first, and a crash in between leaves neither. */
        INSTALL_IN_STEPS,
        /** Whose storage it is is not checked. */
        FOREIGN_ACCEPTED
    }

    /** A sound disk. */
    public static DiskModel of(Durability durability) {
        return new DiskModel(
                durability, 200_000, 1_000_000, 300_000, 3_000_000, true, false, 0, Lie.NONE);
    }
}
