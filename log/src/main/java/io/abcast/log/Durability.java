package io.abcast.log;

/** How much of the history survives what. Every report names the setting it ran with. */
public enum Durability {
    /** Nothing is written; a restarted member has forgotten everything and votes in nothing until it is synchronised. */
    MEMORY,
    /** Written to files, never synced: survives a killed process, not a power cut. */
    FILE,
    /** Synced before it counts: survives a power cut. */
    FSYNC
}
