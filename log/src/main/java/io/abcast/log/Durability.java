package io.abcast.log;

/**
 * The kinds of durability, which state the failures that a member's history survives. Every benchmark report names the
 * durability of its run.
 */
public enum Durability {
    /**
     * The history is not written to files. A restarted member has lost its history and does not vote until it is
     * synchronised.
     */
    MEMORY,
    /** The history is written to files and never synced. The history survives a killed process, but not a power cut. */
    FILE,
    /**
     * The history is written to files, and an entry is synced before it counts as durable. The history survives a power
     * cut.
     */
    FSYNC
}
