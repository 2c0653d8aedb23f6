package io.abcast.sim;

/** Current faults of one member's disk. */
final class DiskFaults {
    /** No sync completes. */
    boolean held;

    /** Factor by which a sync takes longer. */
    int slowdown = 1;

    /** The disk is full: nothing can be written. */
    boolean full;

    /** The next sync of a file fails. */
    boolean nextSyncFails;

    /** The next sync of the directory fails. */
    boolean nextNameSyncFails;

    /** The next read fails. */
    boolean nextReadFails;

    /** The next entry that a sync writes is misdirected. */
    boolean nextWriteGoesAstray;

    boolean none() {
        return !held && slowdown == 1 && !full && !nextWriteGoesAstray && !reportsError();
    }

    /** Whether the next operation of some kind fails. */
    boolean reportsError() {
        return nextSyncFails || nextNameSyncFails || nextReadFails;
    }

    /** Clears the pending errors after one was reported. */
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
