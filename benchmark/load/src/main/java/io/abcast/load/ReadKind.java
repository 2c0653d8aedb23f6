package io.abcast.load;

/** Kind of the reads of a load. */
public enum ReadKind {
    /** Reads the state of one server, which may be stale: GET. */
    LOCAL,
    /** Reads a state with every write that was acknowledged before the read started: READ. */
    LINEARIZABLE
}
