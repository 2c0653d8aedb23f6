package io.abcast.load;

/**
 * The outcome of a request of a virtual client. The constant {@link #BUSY} and all later constants of this enum are
 * errors.
 */
public enum RequestOutcome {
    OK,
    /** The key of the request does not exist. */
    NOT_FOUND,
    /** The key of the request has another version than the request expects; the server changed nothing. */
    MISMATCH,

    /** Too many requests were in flight, so the server did not accept the request. */
    BUSY,
    /** The key or value of the request exceeds the server's limit, so the server did not accept the request. */
    TOO_LARGE,
    /** The server has no leader or is not up to date, so it did not accept the request. */
    NOT_READY,
    /**
     * The client received no answer within its time limit; the request may have taken effect, or may still take effect.
     */
    TIMEOUT,
    /** The server does not know whether the request took effect. */
    UNKNOWN,
    /** The server does not understand the request, so it did not accept the request. */
    MALFORMED,
    /** The client session has already used a higher request number, so the server did not apply the request. */
    STALE,
    /** The server is stopping, or has failed. */
    FAILED,
    /** The connection of the client broke before the answer arrived. */
    DISCONNECTED,
    /** The request is not possible in the present state of the server, which changed nothing. */
    REFUSED,
    /** The request is not possible at present, but may be possible later; the server changed nothing. */
    LATER;

    public boolean error() {
        return compareTo(BUSY) >= 0;
    }
}
