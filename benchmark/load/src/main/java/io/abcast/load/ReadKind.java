package io.abcast.load;

/** What the reads of a load are. */
public enum ReadKind {
    /** From the state of the server asked, possibly old: GET. */
    LOCAL,
    /** At least what every write answered before has left: READ. */
    LINEARIZABLE
}
