package io.abcast.load;

/**
 * The outcome of a request of a virtual client. From {@link #BUSY} on, the client did not get the result that it asked
 * for.
 */
public enum RequestOutcome {
    OK,
    /** The key does not exist. */
    NOT_FOUND,
    /** The key has another version; nothing was changed. */
    MISMATCH,

    /** Too many requests in flight; the server did not accept the request. */
    BUSY,
    /** Key or value over the limit; the server did not accept the request. */
    TOO_LARGE,
    /** The server has no leader or is not up to date; it did not accept the request. */
    NOT_READY,
    /** The request was not answered in time. The request may have taken effect, or may take effect later. */
    TIMEOUT,
    /** The server does not know whether the request took effect. */
    UNKNOWN,
    /** The server does not understand the request and did not accept it. */
    MALFORMED,
    /** The session has already used a higher number; this request was not applied. */
    STALE,
    /** The server is stopping, or it failed. */
    FAILED,
    /** The connection broke before the answer. */
    DISCONNECTED,
    /** The request is not possible in the present state. Nothing was changed. */
    REFUSED,
    /** The request is not possible now. Nothing was changed. */
    LATER;

    public boolean error() {
        return compareTo(BUSY) >= 0;
    }
}
