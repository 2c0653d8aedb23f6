package io.abcast.client.wire;

/** How a request ended; the code is the byte on the wire. Codes from 16 on are errors with a text. */
public enum ReplyCode {
    OK(0, false),
    /** No such key. */
    NOT_FOUND(1, false),
    /** CAS: the key has another version; nothing was changed. */
    MISMATCH(2, false),

    /** Too many requests under way; not taken. Try again later. */
    BUSY(16, false),
    /** Key or value over the limit; not taken. */
    TOO_LARGE(17, false),
    /** The server has no leader or is not up to date; not taken. Try another one. */
    NOT_READY(18, false),
    /** Not answered in time; it may have taken effect, or may do so later. */
    TIMEOUT(19, true),
    /** The server cannot tell what became of the request. */
    UNKNOWN(20, true),
    /** The frame's content is not a request; not taken. */
    MALFORMED(21, false),
    /** The session has already used a higher sequence number; not applied by this request. */
    STALE(22, false),
    /** The server is stopping, or a harness operation was refused or failed. */
    FAILED(23, true),
    /** Never on the wire: the client's connection broke before the answer. */
    DISCONNECTED(24, true),
    /** A change of the membership that does not fit the present one; nothing was changed. */
    REFUSED(25, false),
    /** A change of the membership that is not possible now; nothing was changed. Try again later. */
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

    /** Of an error: whether the write may have been, or may yet be, applied. */
    public boolean mayHaveTakenEffect() {
        return mayHaveTakenEffect;
    }

    /** The code of that number, {@code null} if there is none. */
    public static ReplyCode of(int code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : null;
    }
}
