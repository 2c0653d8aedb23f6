package io.abcast.client.wire;

/**
 * The operations of the client protocol. The code of an operation is its number in the wire format, one byte. Codes 8,
 * 9 and 10 must not be used, because servers of earlier releases used them for load tests.
 */
public enum Op {
    /** Operation without an effect, which the server answers at once. */
    PING(0),
    /** Operation that stores a value under a key. */
    PUT(1),
    /** Operation that reads a key from the local state of the server, which may miss the latest writes. */
    GET(2),
    /**
     * Operation that reads a key linearizably: the value includes every write that a server answered before the client
     * sent the read.
     */
    READ(3),
    /** Operation that removes a key and its value. */
    DELETE(4),
    /** Operation that stores a value under a key if the key has the version that the request names. */
    CAS(5),
    /**
     * Operation that returns a digest of the server's present state, with the position of that state in the total
     * order.
     */
    DIGEST(6),
    /**
     * Operation that returns the role, the positions, the counters and the protocol state of the server, and its
     * latencies since its start.
     */
    FIGURES(7),
    /**
     * Operation that stores one value under several keys, which may belong to several partitions, as one transaction;
     * see {@link MultiPut}. Servers accept PUTS if their protocol orders all writes.
     */
    PUTS(11),
    /**
     * Operation that appends bytes to the values of several keys, and returns the new values, as one transaction; see
     * {@link MultiPut}. Without bytes, the operation only reads. Servers apply a repeated APPENDS request again. Only
     * servers of {@code CAMU} accept APPENDS.
     */
    APPENDS(12),
    /** Operation that returns the status of the server for operators as {@link StatusFields}. */
    STATUS(20),
    /**
     * Operation that lists or changes the members of the ensemble, see {@link MembersRequest} and {@link MembersReply}.
     */
    MEMBERS(21);

    /** Exclusive upper bound of the codes of operations. Unused codes below 32 are reserved for later operations. */
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

    /** Whether this operation is a write, which goes through the total order. */
    public boolean write() {
        return this == PUT || this == DELETE || this == CAS || hasManyKeys();
    }

    /** Whether a request with this operation has the format of a {@link MultiPut}. */
    public boolean hasManyKeys() {
        return this == PUTS || this == APPENDS;
    }

    /** The operation with the given code; {@code null} if the code is unknown. */
    public static Op of(int code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : null;
    }
}
