package io.abcast.sim;

import io.abcast.log.Durability;
import io.abcast.log.FaultyDirectory;
import io.abcast.log.StorageLimits;

/**
 * How the disks behave. Times in virtual nanoseconds.
 *
 * @param durability what survives a crash
 * @param limits of the storage in files; small, so that segments end and room is short in short runs
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
        StorageLimits limits,
        long syncNanosMin,
        long syncNanosMax,
        long readNanosMax,
        long snapshotNanosMax,
        boolean losesTail,
        boolean tears,
        double snapshotFailures,
        Lie lies) {

    /** A broken driver, or disk. A recovery that is broken is in the lists of mutants. */
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
        /** A sync that fails is taken for done, without what it has dropped. */
        SYNC_RETRIED,
        /** What a full disk does not take is reported as durable. */
        FULL_DISK_IGNORED,
        /** A log that is damaged is cut, as if the last write were unfinished. */
        ROT_TAKEN_FOR_TORN;

        FaultyDirectory.Lie onDisk() {
            return switch (this) {
                case NEVER_SYNCED -> FaultyDirectory.Lie.FORCES_NO_FILE;
                case SYNC_RETRIED -> FaultyDirectory.Lie.HIDES_FAILED_FORCES;
                case FULL_DISK_IGNORED -> FaultyDirectory.Lie.HIDES_A_FULL_DISK;
                default -> FaultyDirectory.Lie.NONE;
            };
        }
    }

    private static final StorageLimits SMALL = new StorageLimits(1_000, 1 << 20, 0);

    /** A sound disk. */
    public static DiskModel of(Durability durability) {
        return new DiskModel(
                durability,
                SMALL,
                200_000,
                1_000_000,
                300_000,
                3_000_000,
                true,
                false,
                0,
                Lie.NONE);
    }
}
