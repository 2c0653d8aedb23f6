package io.abcast.ordering.log;

/** Phase of a {@link LogNode}. */
public enum LogPhase {
    /** The member reads its own log. */
    LOADING,
    /** The member is not allowed to vote yet. */
    LEARNING,
    FOLLOWING,
    CAMPAIGNING,
    LEADING
}
