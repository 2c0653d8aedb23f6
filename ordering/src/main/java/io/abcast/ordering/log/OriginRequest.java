package io.abcast.ordering.log;

import io.abcast.kernel.Digest;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.Arrays;

/**
 * A request of a member, with its place among the requests of that member. Immutable.
 *
 * @param origin server id of the member at which the request was submitted
 * @param previous number of the request that precedes this one at its origin, or {@link #FIRST}
 * @param number number of the request; unique at the origin, also across restarts of the origin
 * @param payload content, never changed after construction
 * @param proof proof that the origin has signed the request; not part of equality
 */
public record OriginRequest(int origin, long previous, long number, byte[] payload, Proof proof) {
    /** Value of {@code previous} in the first request of a run of its origin. */
    public static final long FIRST = -1;

    /** Maximum bytes on the wire, without payload and proof. */
    public static final int OVERHEAD_BYTES = 24;

    /**
     * First byte that is hashed for the digest of a request, which distinguishes this digest from the inner nodes of a
     * {@link Proof}.
     */
    private static final int LEAF = 0;

    /** Creates an unsigned request. */
    public OriginRequest(int origin, long previous, long number, byte[] payload) {
        this(origin, previous, number, payload, Proof.NONE);
    }

    /** Returns this request with the proof {@code other}. */
    public OriginRequest with(Proof other) {
        return new OriginRequest(origin, previous, number, payload, other);
    }

    /** Digest over everything except the proof. */
    public Digest digest() {
        WireWriter out = new WireWriter(OVERHEAD_BYTES + payload.length).u8(LEAF).varint(origin);
        return Digest.of(out.i64(previous).i64(number).bytes(payload).toByteArray());
    }

    public boolean isFirst() {
        return previous == FIRST;
    }

    /** Whether this request is the next one after {@code other} in the same run of their origin. */
    boolean follows(OriginRequest other) {
        return origin == other.origin && previous == other.number && number > other.number;
    }

    /** Maximum bytes on the wire. */
    public int bytes() {
        return OVERHEAD_BYTES + payload.length + proof.bytes();
    }

    public void write(WireWriter out) {
        out.varint((long) origin << 1 | (proof.isNone() ? 0 : 1));
        out.i64(previous).i64(number).bytes(payload);
        if (!proof.isNone()) proof.write(out);
    }

    /**
     * Reads a request.
     *
     * @throws MalformedFrameException if the bytes are not a request
     */
    public static OriginRequest read(WireReader in) {
        int header = Value.header(in);
        if (header == 0) throw new MalformedFrameException("request: expected an origin, got 0");
        return new OriginRequest(
                header >>> 1,
                in.i64(),
                in.i64(),
                in.bytes(),
                (header & 1) == 1 ? Proof.read(in) : Proof.NONE);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof OriginRequest r
                && r.origin == origin
                && r.number == number
                && r.previous == previous
                && Arrays.equals(r.payload, payload);
    }

    @Override
    public int hashCode() {
        return 31 * origin + Long.hashCode(number);
    }

    @Override
    public String toString() {
        return origin + "#" + Long.toHexString(number) + "(" + payload.length + "B)";
    }
}
