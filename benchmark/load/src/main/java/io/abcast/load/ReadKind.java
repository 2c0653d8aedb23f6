package io.abcast.load;

/** The kind of read that the clients of a load send. */
public enum ReadKind {
    /** Kind of read (request GET) that returns the state of one server, which may be stale. */
    LOCAL,
    /**
     * Kind of read (request READ) that returns a state with every write that was acknowledged before the start of the
     * read.
     */
    LINEARIZABLE
}
