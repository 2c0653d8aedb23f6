package io.abcast.sim;

/** What is wrong with one member's disk at the moment. */
final class DiskFaults {
    /** No sync ends. */
    boolean held;

    /** How many times longer a sync takes. */
    int slowdown = 1;

    /** Nothing more can be written. */
    boolean full;

    /** The next sync of a file fails. */
    boolean nextSyncFails;

    /** The next sync of the directory fails. */
    boolean nextNameSyncFails;

    /** The next read fails. */
    boolean nextReadFails;

    /** The next entry that a sync writes goes astray. */
    boolean nextWriteGoesAstray;

    boolean none() {
        return !held && slowdown == 1 && !full && !nextWriteGoesAstray && !reportsError();
    }

    /** Whether the next operation of a kind fails. */
    boolean reportsError() {
        return nextSyncFails || nextNameSyncFails || nextReadFails;
    }

    /** An error was reported: that is all for now. */
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
