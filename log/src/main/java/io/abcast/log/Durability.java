package io.abcast.log;

/** The kinds of durability; each kind states the failures after which a member still has its history. */
public enum Durability {
    /**
     * The storage does not write the history to files: a restarted member does not vote until a leader has synchronised
     * it.
     */
    MEMORY,
    /**
     * The storage writes the history to files without syncs: a member keeps its history after a kill of the process,
     * but not after a power cut.
     */
    FILE,
    /**
     * The storage syncs an entry to a file before the entry counts as durable: a member keeps its history after a power
     * cut.
     */
    FSYNC
}
