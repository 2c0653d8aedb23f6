package io.abcast.sim;

/** What is wrong with one member's disk at the moment. */
final class DiskFaults {
    /** No sync ends. */
    boolean held;

    /** How many times longer a sync takes. */
    int slowdown = 1;

    /** Nothing more can be written. */
    boolean full;

    /** The next sync fails. */
    boolean nextSyncFails;

    /** The next entry that a sync writes goes astray. */
    boolean nextWriteGoesAstray;

    boolean none() {
        return !held && slowdown == 1 && !full && !nextSyncFails && !nextWriteGoesAstray;
    }

    void heal() {
        held = false;
        slowdown = 1;
        full = false;
        nextSyncFails = false;
        nextWriteGoesAstray = false;
    }
}
