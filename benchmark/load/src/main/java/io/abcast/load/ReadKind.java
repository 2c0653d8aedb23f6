package io.abcast.load;

/** Kind of the reads of a load. */
public enum ReadKind {
    /** Reads the state of the asked server, which may be old: GET. */
    LOCAL,
    /** Sees every write that was acknowledged before the read started: READ. */
    LINEARIZABLE
}
