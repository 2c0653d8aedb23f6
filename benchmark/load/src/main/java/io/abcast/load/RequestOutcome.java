package io.abcast.load;

/** How a request of a virtual client ended. From {@link #BUSY} on: without the result that was asked for. */
public enum RequestOutcome {
    OK,
    /** No such key. */
    NOT_FOUND,
    /** The key has another version; nothing was changed. */
    MISMATCH,

    /** Too many requests in flight; not taken. */
    BUSY,
    /** Key or value over the limit; not taken. */
    TOO_LARGE,
    /** The server has no leader or is not up to date; not taken. */
    NOT_READY,
    /** Not answered in time; it may have taken effect, or may do so later. */
    TIMEOUT,
    /** The server cannot tell what became of the request. */
    UNKNOWN,
    /** The server does not understand the request; not taken. */
    MALFORMED,
    /** The session has already used a higher number; not applied by this request. */
    STALE,
    /** The server is stopping, or failed. */
    FAILED,
    /** The connection broke before the answer. */
    DISCONNECTED,
    /** Not possible in the present state; nothing was changed. */
    REFUSED,
    /** Not possible now; nothing was changed. */
    LATER;

    public boolean error() {
        return compareTo(BUSY) >= 0;
    }
}
