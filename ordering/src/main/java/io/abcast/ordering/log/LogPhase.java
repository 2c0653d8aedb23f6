package io.abcast.ordering.log;

/** The phases of a {@link LogNode}, from its start until it votes and orders requests. */
public enum LogPhase {
    /** Phase of a member that is reading its own log. */
    LOADING,
    /** Phase of a member that may not vote yet and only learns decisions. */
    LEARNING,
    FOLLOWING,
    CAMPAIGNING,
    LEADING
}
