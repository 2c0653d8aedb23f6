package io.abcast.log;

/**
 * The kinds of durability; each kind states the failures after which a member still has its history. Every benchmark
 * report names the durability that the members used.
 */
public enum Durability {
    /**
     * Under {@code MEMORY}, the storage does not write the history to files. Under {@code MEMORY}, a restarted member
     * has lost its history and does not vote until a leader has synchronised it.
     */
    MEMORY,
    /**
     * Under {@code FILE}, the storage writes the history to files and never syncs the files. Under {@code FILE}, a
     * member keeps its history after a kill of the process, but not after a power cut.
     */
    FILE,
    /**
     * Under {@code FSYNC}, the storage writes the history to files, and syncs an entry before the entry counts as
     * durable. Under {@code FSYNC}, a member keeps its history after a power cut.
     */
    FSYNC
}
