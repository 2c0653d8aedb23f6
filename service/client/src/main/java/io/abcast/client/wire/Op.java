package io.abcast.client.wire;

/**
 * What a client can ask for; the code is the byte on the wire. Codes 8, 9 and 10 are reserved: earlier servers took orders of the load
 * harness under them.
 */
public enum Op {
    /** Nothing; answered at once. */
    PING(0),
    /** Stores a value under a key. */
    PUT(1),
    /** Reads from the state of the server asked: sequentially consistent, possibly old. */
    GET(2),
    /** Reads what is at least as new as every write answered before the read was sent. */
    READ(3),
    /** Removes a key. */
    DELETE(4),
    /** Stores a value if the key has the version named. */
    CAS(5),
    /** Digest over all commands applied so far. */
    DIGEST(6),
    /** Role, positions and counters of the server, how it runs the protocol, its latencies since its start. */
    FIGURES(7),
    /** What the server tells operators: {@link StatusFields}. */
    STATUS(20),
    /** Who the members are, or a change of that: {@link MembersRequest}, {@link MembersReply}. */
    MEMBERS(21);

    /** Codes are below; those that no operation has may be tomorrow's. */
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

    /** Whether it goes through the total order. */
    public boolean write() {
        return this == PUT || this == DELETE || this == CAS;
    }

    /** The operation of that code, {@code null} if there is none. */
    public static Op of(int code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : null;
    }
}
