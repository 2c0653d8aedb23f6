package io.abcast.sim;

/** The faults that one member's disk has now. */
final class DiskFaults {
    boolean held;

    /** Factor by which a sync of the member's disk takes longer than on a sound disk. */
    int slowdown = 1;

    boolean full;

    boolean nextSyncFails;

    boolean nextNameSyncFails;

    boolean nextReadFails;

    boolean nextWriteGoesAstray;

    boolean none() {
        return !held && slowdown == 1 && !full && !nextWriteGoesAstray && !reportsError();
    }

    boolean reportsError() {
        return nextSyncFails || nextNameSyncFails || nextReadFails;
    }

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
