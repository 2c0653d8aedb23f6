package io.abcast.ordering.log;

import io.abcast.kernel.Digest;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.Arrays;

/**
 * A request that was submitted at one member (its origin), with its number and the number of the request before it at
 * the origin. Immutable.
 *
 * @param origin server id of the member at which the request was submitted.
 * @param previous number of the request that precedes this request at its origin, or {@link #FIRST} if no request
 *     precedes it
 * @param number number of this request; unique at the origin, also across restarts of the origin
 * @param payload content of the request; never changed after construction
 * @param proof proof that the origin has signed this request; not part of equality
 */
public record OriginRequest(int origin, long previous, long number, byte[] payload, Proof proof) {
    /** Value of {@code previous} in the first request that an origin submits after its start. */
    public static final long FIRST = -1;

    /** Maximum size of a request in bytes on the wire, without the payload and the proof. */
    public static final int OVERHEAD_BYTES = 24;

    /**
     * First byte of the digested bytes of a request, which makes its digest different from that of an inner node of a
     * {@link Proof}.
     */
    private static final int LEAF = 0;

    /** Creates a request without a signature. */
    public OriginRequest(int origin, long previous, long number, byte[] payload) {
        this(origin, previous, number, payload, Proof.NONE);
    }

    /** Returns a copy of this request with the proof {@code other}. */
    public OriginRequest with(Proof other) {
        return new OriginRequest(origin, previous, number, payload, other);
    }

    /** Returns the SHA-256 digest over all fields of this request except the proof. */
    public Digest digest() {
        WireWriter out = new WireWriter(OVERHEAD_BYTES + payload.length).u8(LEAF).varint(origin);
        return Digest.of(out.i64(previous).i64(number).bytes(payload).toByteArray());
    }

    public boolean isFirst() {
        return previous == FIRST;
    }

    /**
     * Whether this request directly follows {@code other} at their origin, with no start of the origin between the two.
     */
    boolean follows(OriginRequest other) {
        return origin == other.origin && previous == other.number && number > other.number;
    }

    /** Maximum size of this request in bytes on the wire. */
    public int bytes() {
        return OVERHEAD_BYTES + payload.length + proof.bytes();
    }

    public void write(WireWriter out) {
        out.varint((long) origin << 1 | (proof.isNone() ? 0 : 1));
        out.i64(previous).i64(number).bytes(payload);
        if (!proof.isNone()) proof.write(out);
    }

    /**
     * Reads a request in the form that the log messages and values contain.
     *
     * @throws MalformedFrameException if the bytes are not a valid request
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
