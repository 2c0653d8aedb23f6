package io.abcast.client.wire;

/**
 * The operations of the client protocol; the code is the byte on the wire. Codes 8, 9 and 10 are reserved: earlier
 * servers used them for the load harness.
 */
public enum Op {
    /** Does nothing; answered at once. */
    PING(0),
    /** Stores a value under a key. */
    PUT(1),
    /** Reads from the local state of the server: sequentially consistent, possibly old. */
    GET(2),
    /** Linearizable read: includes every write that was answered before the read was sent. */
    READ(3),
    /** Removes a key. */
    DELETE(4),
    /** Stores a value if the key has the given version. */
    CAS(5),
    /** Digest of the present state, with its position. */
    DIGEST(6),
    /** Role, positions, counters, state of the protocol, and latencies of the server since its start. */
    FIGURES(7),
    /** The status for operators: {@link StatusFields}. */
    STATUS(20),
    /** List or change of the members: {@link MembersRequest}, {@link MembersReply}. */
    MEMBERS(21);

    /** Upper bound of the codes; unused codes are for later operations. */
    private static final int CODES = 32;

    private static final Op[] BY_CODE = new Op[CODES];

    static {
        for (Op op : values()) BY_CODE[op.code] = op;
    }

    private final byte code;

    Op(int code) {
        this.code = (byte) code;
    }

    public byte code() {
        return code;
    }

    /** Whether the operation goes through the total order. */
    public boolean write() {
        return this == PUT || this == DELETE || this == CAS;
    }

    /** The operation of that code; {@code null} if the code is unknown. */
    public static Op of(int code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : null;
    }
}
