package io.abcast.sim;

import io.abcast.log.Durability;
import io.abcast.log.FaultyDirectory;
import io.abcast.log.StorageLimits;

/**
 * Model of the disks. Times are in virtual nanoseconds.
 *
 * @param durability determines which data survives a crash
 * @param limits bounds of the file storage; small, so that segments end and space runs out in short runs
 * @param syncNanosMin minimum time until a batch of appends, or a persist, is durable
 * @param syncNanosMax maximum time until a batch of appends, or a persist, is durable
 * @param readNanosMax maximum time of a read of the log or of a snapshot
 * @param snapshotNanosMax maximum time to write a snapshot
 * @param losesTail whether a crash loses a random part of the data that is not yet durable; if false, a crash loses no
 *     data.
 * @param tears whether a crash may leave a part of an unfinished write after the data that it keeps.
 * @param snapshotFailures probability that a snapshot cannot be taken, or that a fetched snapshot does not match its id
 * @param lies defect of the driver or disk, for tests of the checkers
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

    /** A defect of the driver or the disk, which a checker must find. Defects of the recovery are tested by mutants. */
    public enum Lie {
        NONE,
        /** {@code onSynced} is reported at once, before the disk has completed the sync. */
        SYNCED_EARLY,
        /** {@code onSynced} is reported after the usual time, even if the disk has not completed the sync. */
        SYNCED_BY_THE_CLOCK,
        /** {@code onPersisted} is reported at once, before the disk has completed the write. */
        PERSISTED_EARLY,
        /** No data is ever synced. Such data survives a crash of the process, but not a power failure. */
        NEVER_SYNCED,
        /** A failed sync is treated as successful, although its data is lost. */
        SYNC_RETRIED,
        /** The driver reports data as durable that a full disk has rejected. */
        FULL_DISK_IGNORED,
        /** A damaged log is cut as if its last write were unfinished. */
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

    /** Creates the model of a disk without faults. */
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
