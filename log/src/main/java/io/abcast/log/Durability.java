package io.abcast.log;

/** The failures that a member's history survives. Every report names the setting of its run. */
public enum Durability {
    /** Nothing is written. A restarted member has forgotten everything, and does not vote until it is synchronised. */
    MEMORY,
    /** Written to files, never synced: survives a killed process, but not a power cut. */
    FILE,
    /** Synced before it counts: survives a power cut. */
    FSYNC
}
