package io.abcast.load;

/**
 * The outcome of a request of a virtual client. The constant {@link #BUSY} and all later constants of this enum are
 * errors.
 */
public enum RequestOutcome {
    OK,
    /** Outcome of a request: the key of the request does not exist. */
    NOT_FOUND,
    /** Outcome of a request: its key has another version than the request expects; the server changed nothing. */
    MISMATCH,

    /** Outcome of a request: too many requests were in flight, so the server did not accept the request. */
    BUSY,
    /** Outcome of a request: its key or value exceeds the server's limit, so the server did not accept the request. */
    TOO_LARGE,
    /** Outcome of a request: the server has no leader or is not up to date, so it did not accept the request. */
    NOT_READY,
    /**
     * Outcome of a request: the client received no answer within its time limit. The request may have taken effect, or
     * may still take effect.
     */
    TIMEOUT,
    /** Outcome of a request: the server does not know whether the request took effect. */
    UNKNOWN,
    /** Outcome of a request: the server does not understand the request, so it did not accept the request. */
    MALFORMED,
    /**
     * Outcome of a request: the client session has already used a higher request number, so the server did not apply
     * the request.
     */
    STALE,
    /** Outcome of a request: the server is stopping, or the server has failed. */
    FAILED,
    /** Outcome of a request: the connection of the client broke before the answer arrived. */
    DISCONNECTED,
    /**
     * Outcome of a request: the request is not possible in the present state of the server; the server changed nothing.
     */
    REFUSED,
    /**
     * Outcome of a request: the request is not possible at present, but may be possible later; the server changed
     * nothing.
     */
    LATER;

    public boolean error() {
        return compareTo(BUSY) >= 0;
    }
}
