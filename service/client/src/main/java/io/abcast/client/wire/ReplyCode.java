package io.abcast.client.wire;

/**
 * The possible outcomes of a request. The code of an outcome is its number in the wire format, one byte. Codes of 16
 * and above are errors, whose replies have a text.
 */
public enum ReplyCode {
    OK(0, false),
    /** Outcome: the key of the request does not exist. */
    NOT_FOUND(1, false),
    /**
     * Outcome of a CAS: the present version of the key differs from the expected version. A CAS with a version mismatch
     * does not change the store.
     */
    MISMATCH(2, false),

    /**
     * Error: too many requests of clients are in flight at the server. A server that answers BUSY has not accepted the
     * request; the client may send the request again later.
     */
    BUSY(16, false),
    /**
     * Error: the key or the value of the request exceeds its maximum length. A server that answers TOO_LARGE has not
     * accepted the request.
     */
    TOO_LARGE(17, false),
    /**
     * Error: the server has no leader or is not up to date. A server that answers NOT_READY has not accepted the
     * request; the client may try another server.
     */
    NOT_READY(18, false),
    /**
     * Error: the server did not complete the request in time. A request that ends with TIMEOUT may have taken effect,
     * or may still take effect.
     */
    TIMEOUT(19, true),
    /** Error: the server does not know whether the request took effect. */
    UNKNOWN(20, true),
    /** Error: the content of the frame is not a request. */
    MALFORMED(21, false),
    /**
     * Error: the client session has already used a higher sequence number. The server did not apply the request with
     * the lower sequence number.
     */
    STALE(22, false),
    /** Error: the server is stopping, and the request may have taken effect. */
    FAILED(23, true),
    /**
     * Error: the connection of the client broke before the answer to the request arrived. Only the client library uses
     * the code DISCONNECTED; no server sends it.
     */
    DISCONNECTED(24, true),
    /**
     * Error: the requested membership change does not fit the present membership. The server has not changed the
     * members.
     */
    REFUSED(25, false),
    /**
     * Error: the requested membership change is not possible now. A server that answers LATER has not made the change;
     * the client may request the change again.
     */
    LATER(26, false);

    private static final ReplyCode[] BY_CODE = new ReplyCode[27];

    static {
        for (ReplyCode code : values()) BY_CODE[code.code] = code;
    }

    private final byte code;
    private final boolean mayHaveTakenEffect;

    ReplyCode(int code, boolean mayHaveTakenEffect) {
        this.code = (byte) code;
        this.mayHaveTakenEffect = mayHaveTakenEffect;
    }

    public byte code() {
        return code;
    }

    public boolean error() {
        return code >= 16;
    }

    /** Whether, after a reply with this code, servers may have applied the write or may still apply it. */
    public boolean mayHaveTakenEffect() {
        return mayHaveTakenEffect;
    }

    /** The reply code with the number {@code code}; {@code null} if the number is unknown. */
    public static ReplyCode of(int code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : null;
    }
}
