package io.abcast.ordering.log;

/** What a {@link LogNode} is doing. */
public enum LogPhase {
    /** Reading its own log. */
    LOADING,
    /** Not allowed to vote (yet). */
    LEARNING,
    FOLLOWING,
    CAMPAIGNING,
    LEADING
}
