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
        /** {@code onPersisted} at once, the disk follows later. */
        PERSISTED_EARLY,
        /** Recovery skips what it cannot read of an unfinished write, and keeps what it can. */
        TORN_TAIL_KEPT,
        /** Recovery cuts a damaged log as if the last write were unfinished. */
        ROT_TAKEN_FOR_TORN
    }

    /** A sound disk. */
    public static DiskModel of(Durability durability) {
        return new DiskModel(
                durability, 200_000, 1_000_000, 300_000, 3_000_000, true, false, 0, Lie.NONE);
    }
}
