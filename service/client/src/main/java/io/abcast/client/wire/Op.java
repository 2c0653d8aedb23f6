package io.abcast.client.wire;

/**
 * The operations of the client protocol. The code of an operation is its byte on the wire. Codes 8, 9 and 10 must not
 * be used, because servers of earlier releases used them for load tests.
 */
public enum Op {
    /** Has no effect. The server answers at once. */
    PING(0),
    /** Stores a value under a key. */
    PUT(1),
    /**
     * Reads from the local state of the server. The read is sequentially consistent, and may miss the latest writes.
     */
    GET(2),
    /** A linearizable read: the result includes every write that was answered before the read was sent. */
    READ(3),
    /** Removes a key. */
    DELETE(4),
    /** Stores a value if the key has the given version. */
    CAS(5),
    /** Returns a digest of the present state, with the position of that state in the total order. */
    DIGEST(6),
    /** Returns role, positions, counters and protocol state of the server, and latencies since its start. */
    FIGURES(7),
    /**
     * Stores a value under several keys, which may belong to several partitions, as one transaction; see {@link
     * MultiPut}. Servers whose protocol orders all writes accept it.
     */
    PUTS(11),
    /**
     * Appends bytes to the values of several keys, and returns the new values, as one transaction; see {@link MultiPut}.
     * Without bytes it only reads. Session and sequence number name the transaction, and give no protection against
     * repeats. Only servers of {@code CAMU} accept it.
     */
    APPENDS(12),
    /** Returns the status for operators as {@link StatusFields}. */
    STATUS(20),
    /** Lists or changes the members, see {@link MembersRequest} and {@link MembersReply}. */
    MEMBERS(21);

    /** Upper bound of the codes. Codes below it that no operation has are for later operations. */
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

    /** Whether the operation is a write, which goes through the total order. */
    public boolean write() {
        return this == PUT || this == DELETE || this == CAS || hasManyKeys();
    }

    /** Whether a request is a {@link MultiPut}. */
    public boolean hasManyKeys() {
        return this == PUTS || this == APPENDS;
    }

    /** The operation of that code; {@code null} if the code is unknown. */
    public static Op of(int code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : null;
    }
}
