package io.abcast.sim;

/** The faults that one member's disk has now. */
final class DiskFaults {
    /** Whether the disk is held, so that it completes no sync. */
    boolean held;

    /** Factor by which a sync of the member's disk takes longer than on a sound disk. */
    int slowdown = 1;

    /** Whether the disk is full, so that the member cannot write data. */
    boolean full;

    /** Whether the member's next sync of a file fails. */
    boolean nextSyncFails;

    /** Whether the member's next sync of the directory fails. */
    boolean nextNameSyncFails;

    /** Whether the member's next read fails. */
    boolean nextReadFails;

    /** Whether the disk will write the next log entry to a wrong place. */
    boolean nextWriteGoesAstray;

    boolean none() {
        return !held && slowdown == 1 && !full && !nextWriteGoesAstray && !reportsError();
    }

    /** Whether one of the disk's next operations must fail with an error. */
    boolean reportsError() {
        return nextSyncFails || nextNameSyncFails || nextReadFails;
    }

    /** Clears all pending I/O errors after the disk has reported one error. */
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
