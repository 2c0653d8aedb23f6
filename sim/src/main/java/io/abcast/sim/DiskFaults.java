package io.abcast.sim;

/** Current faults of one member's disk. */
final class DiskFaults {
    /** Whether the disk completes no sync. */
    boolean held;

    /** Factor by which a sync takes longer. */
    int slowdown = 1;

    /** Whether the disk is full, so that no data can be written. */
    boolean full;

    /** Whether the next sync of a file fails. */
    boolean nextSyncFails;

    /** Whether the next sync of the directory fails. */
    boolean nextNameSyncFails;

    /** Whether the next read fails. */
    boolean nextReadFails;

    /** Whether the next entry that a sync writes is misdirected. */
    boolean nextWriteGoesAstray;

    boolean none() {
        return !held && slowdown == 1 && !full && !nextWriteGoesAstray && !reportsError();
    }

    /** Whether one of the next operations has to fail with an error. */
    boolean reportsError() {
        return nextSyncFails || nextNameSyncFails || nextReadFails;
    }

    /** Clears the pending errors after one error was reported. */
    void errorReported() {
        nextSyncFails = false;
        nextNameSyncFails = false;
        nextReadFails = false;
    }

    void heal() {
        held = false;
        slowdown = 1;
        full = false;
        errorReported();
        nextWriteGoesAstray = false;
    }
}
