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
     * Outcome of a CAS: the present version of the key differs from the expected version, and the store did not change.
     */
    MISMATCH(2, false),

    /**
     * Error: too many requests of clients are in flight at the server, which has not accepted the request; the client
     * may send it again later.
     */
    BUSY(16, false),
    /**
     * Error: the key or the value of the request exceeds its maximum length; the server has not accepted the request.
     */
    TOO_LARGE(17, false),
    /**
     * Error: the server has no leader or is not up to date, and has not accepted the request; the client may try
     * another server.
     */
    NOT_READY(18, false),
    /**
     * Error: the server did not complete the request in time; the request may have taken effect, or may still take
     * effect.
     */
    TIMEOUT(19, true),
    /** Error: the server does not know whether the request took effect. */
    UNKNOWN(20, true),
    /** Error: the content of the frame is not a request. */
    MALFORMED(21, false),
    /** Error: the client session has already used a higher sequence number; the server did not apply the request. */
    STALE(22, false),
    /** Error: the server is stopping, and the request may have taken effect. */
    FAILED(23, true),
    /**
     * Error: the connection of the client broke before the answer arrived. Only the client library uses this code; no
     * server sends it.
     */
    DISCONNECTED(24, true),
    /**
     * Error: the requested membership change does not fit the present membership; the server has not changed the
     * members.
     */
    REFUSED(25, false),
    /** Error: the requested membership change is not possible now; the client may request it again. */
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
