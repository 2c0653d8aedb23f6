package io.abcast.sim;

import io.abcast.log.Durability;
import io.abcast.log.FaultyDirectory;
import io.abcast.log.StorageLimits;

/**
 * Model of the members' disks in one run. All times of the disk model are in virtual nanoseconds.
 *
 * @param durability durability of the members' storages, which determines the data that survives a crash.
 * @param limits bounds of the file storage's sizes; the bounds are small, so that segments end and space runs out in
 *     short runs.
 * @param syncNanosMin minimum time in ns until a batch of appends, or a persist, is durable.
 * @param syncNanosMax maximum time in ns until a batch of appends, or a persist, is durable.
 * @param readNanosMax maximum time in ns that a read of the log or of a snapshot takes.
 * @param snapshotNanosMax maximum time in ns that a member needs to write a snapshot.
 * @param losesTail whether a crash loses a random part of the data that is not yet durable; if false, a crash loses no
 *     data.
 * @param tears whether a crash may leave a part of an unfinished write at the end of the log.
 * @param snapshotFailures probability that a member cannot take a snapshot, or that a fetched snapshot does not match
 *     its id.
 * @param lies defect of the driver or of the disk, which is switched on in tests of the checkers.
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

    /** A deliberate defect of the driver or of the disk, with which tests verify that a checker finds it. */
    public enum Lie {
        NONE,
        /** Defect: the driver reports {@code onSynced} to the node at once, before the disk has completed the sync. */
        SYNCED_EARLY,
        /**
         * Defect: the driver reports {@code onSynced} to the node after the usual time of a sync, even if the disk has
         * not completed the sync.
         */
        SYNCED_BY_THE_CLOCK,
        /**
         * Defect: the driver reports {@code onPersisted} to the node at once, before the disk has completed the write.
         */
        PERSISTED_EARLY,
        /**
         * Defect: the driver never syncs data. Data that was never synced survives a crash of the process, but not a
         * power failure.
         */
        NEVER_SYNCED,
        /** Defect: the driver treats a failed sync as successful, although the disk has lost the data of this sync. */
        SYNC_RETRIED,
        /** Defect: the driver reports data as durable although a full disk has rejected this data. */
        FULL_DISK_IGNORED,
        /** Defect: the recovery cuts a damaged log as if the last write of the log were unfinished. */
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
