package io.abcast.load;

/**
 * The outcome of a request of a virtual client. {@link #BUSY} and all later constants are errors.
 */
public enum RequestOutcome {
    OK,
    /** The key does not exist. */
    NOT_FOUND,
    /** The key has another version than the request expects; the server changed nothing. */
    MISMATCH,

    /** Too many requests were in flight, so the server did not accept the request. */
    BUSY,
    /** Key or value is longer than the limit; the server did not accept the request. */
    TOO_LARGE,
    /** The server has no leader or is not up to date; it did not accept the request. */
    NOT_READY,
    /** The request was not answered in time. The request may have taken effect, or may take effect later. */
    TIMEOUT,
    /** The server does not know whether the request took effect. */
    UNKNOWN,
    /** The server does not understand the request and did not accept it. */
    MALFORMED,
    /** The session has already used a higher request number, so the server did not apply this request. */
    STALE,
    /** The server is stopping, or it failed. */
    FAILED,
    /** The connection broke before the answer. */
    DISCONNECTED,
    /** The request is not possible in the present state of the server, which changed nothing. */
    REFUSED,
    /** The request is not possible at present, but may be possible later. The server changed nothing. */
    LATER;

    public boolean error() {
        return compareTo(BUSY) >= 0;
    }
}
