package io.abcast.client.wire;

/**
 * The outcomes of a request. The code of an outcome is its byte on the wire. Codes from 16 on are errors, whose replies
 * have a text.
 */
public enum ReplyCode {
    OK(0, false),
    /** The key does not exist. */
    NOT_FOUND(1, false),
    /** For a CAS: the key has another version than the expected one. The store was not changed. */
    MISMATCH(2, false),

    /** Too many requests are in flight. The request was not accepted; try again later. */
    BUSY(16, false),
    /** The key or the value exceeds its limit. The request was not accepted. */
    TOO_LARGE(17, false),
    /** The server has no leader or is not up to date. The request was not accepted; try another server. */
    NOT_READY(18, false),
    /** The request was not answered in time. The request may have taken effect, or may take effect later. */
    TIMEOUT(19, true),
    /** The server cannot tell whether the request took effect. */
    UNKNOWN(20, true),
    /** The content of the frame is not a request. */
    MALFORMED(21, false),
    /** The session has already used a higher sequence number. The request was not applied. */
    STALE(22, false),
    /** The server is stopping, and the request may have taken effect. */
    FAILED(23, true),
    /** The connection of the client broke before the answer. Only the client uses this code; no server sends it. */
    DISCONNECTED(24, true),
    /** The membership change does not fit the present membership. The membership was not changed. */
    REFUSED(25, false),
    /** The membership change is not possible now. The membership was not changed; try again later. */
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

    /** Whether, after this error, a write may have been applied or may still be applied. */
    public boolean mayHaveTakenEffect() {
        return mayHaveTakenEffect;
    }

    /** The reply code with the number {@code code}; {@code null} if the number is unknown. */
    public static ReplyCode of(int code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : null;
    }
}
