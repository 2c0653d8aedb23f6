package io.abcast.load;

/** The kind of read that the clients of a load send. */
public enum ReadKind {
    /** Returns the state of one server, which may be stale (request GET). */
    LOCAL,
    /** Returns a state with every write that was acknowledged before the start of the read (request READ). */
    LINEARIZABLE
}
