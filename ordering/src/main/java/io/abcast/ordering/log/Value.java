package io.abcast.ordering.log;

import io.abcast.kernel.Digest;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Membership;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.Arrays;

/**
 * What one instance of consensus decides: a request of some member, or {@link #NOTHING}. Immutable.
 *
 * @param origin server id of the member at which the request entered; 0 for nothing
 * @param previous the request that this one follows at its origin, or {@link #FIRST}
 * @param request the origin's number for it; unique at the origin, also across its restarts
 * @param payload never changed after construction
 * @param proof that the origin has signed this; values that differ in nothing else are equal
 */
public record Value(int origin, long previous, long request, byte[] payload, Proof proof) {
    /** In place of {@code previous}: the first request of a life of its origin. */
    public static final long FIRST = -1;

    /** Fills an instance that nobody has a request for. */
    public static final Value NOTHING = new Value(0, FIRST, 0, new byte[0]);

    /** Bytes of everything but payload and proof on the wire, at most. */
    public static final int OVERHEAD_BYTES = 24;

    /** Tells the digest of a value from an inner node of a {@link Proof}. */
    private static final int LEAF = 0;

    /** Not signed. */
    public Value(int origin, long previous, long request, byte[] payload) {
        this(origin, previous, request, payload, Proof.NONE);
    }

    /** The same request with that proof. */
    public Value with(Proof other) {
        return new Value(origin, previous, request, payload, other);
    }

    /** Names everything but the proof. */
    public Digest digest() {
        WireWriter out = new WireWriter(bytes()).u8(LEAF).varint(origin);
        if (origin != 0) out.i64(previous).i64(request).bytes(payload);
        return Digest.of(out.toByteArray());
    }

    public boolean isNothing() {
        return origin == 0;
    }

    /** Whether it is that request of that member. */
    public boolean is(int ofOrigin, long number) {
        return origin == ofOrigin && request == number;
    }

    /** As {@link io.abcast.kernel.Message#instance}: the one that is to order that request of that member. */
    public static long instance(int origin, long request) {
        return origin == 0 ? 0 : request * 31 + origin;
    }

    public boolean isFirst() {
        return previous == FIRST;
    }

    /** Bytes on the wire, at most. */
    public int bytes() {
        return OVERHEAD_BYTES + payload.length + proof.bytes();
    }

    public void write(WireWriter out) {
        out.varint((long) origin << 1 | (proof.isNone() ? 0 : 1));
        if (origin == 0) return;
        out.i64(previous).i64(request).bytes(payload);
        if (!proof.isNone()) proof.write(out);
    }

    /**
     * @throws MalformedFrameException if it is not what {@link #write} wrote
     */
    public static Value read(WireReader in) {
        int header = in.count(2 * Membership.ID_MAX + 1);
        int origin = header >>> 1;
        boolean signed = (header & 1) == 1;
        if (origin == 0) {
            if (signed) throw new MalformedFrameException("value: nothing is never signed");
            return NOTHING;
        }
        long previous = in.i64();
        long request = in.i64();
        byte[] payload = in.bytes();
        return new Value(origin, previous, request, payload, signed ? Proof.read(in) : Proof.NONE);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Value v
                && v.origin == origin
                && v.request == request
                && v.previous == previous
                && (v.payload == payload || Arrays.equals(v.payload, payload));
    }

    @Override
    public int hashCode() {
        return 31 * origin + Long.hashCode(request);
    }

    @Override
    public String toString() {
        return isNothing()
                ? "nothing"
                : origin + "#" + Long.toHexString(request) + "(" + payload.length + "B)";
    }
}
