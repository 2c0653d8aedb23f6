package io.abcast.ordering.epaxos;

import io.abcast.kernel.Digest;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Membership;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.log.Incarnation;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * A request that a caller has submitted at a member. A small payload is part of its request. A large payload is sent
 * separately, and its request contains the digest of the payload. Immutable.
 *
 * @param origin server id of the member at which the request was submitted
 * @param incarnation random number that names the run of the origin in which the request was submitted
 * @param number number of the request; unique among the requests of one run of the origin
 * @param predecessors numbers of earlier requests of the origin that were in flight and interfere with this request,
 *     ascending
 * @param length length of the payload in bytes
 * @param digest digest of the payload; {@code null} for a small payload
 * @param payload content of the request, never changed after construction; {@code null} for a large payload
 */
public record Request(
        int origin,
        Incarnation incarnation,
        long number,
        List<Long> predecessors,
        int length,
        Digest digest,
        byte[] payload) {
    /**
     * Default maximum size in bytes of a payload that is stored inside its request; a larger payload is sent
     * separately.
     */
    public static final int INLINE_BYTES_DEFAULT = 1 << 10;

    /**
     * Upper limit in bytes of the setting {@code inlineBytesMax}, the maximum size of a payload that is stored inside
     * its request.
     */
    public static final int INLINE_BYTES_LIMIT = 1 << 16;

    static final int PREDECESSORS_MAX = 1 << 10;

    private static final int OVERHEAD_BYTES = 3 + Incarnation.BYTES + 10 + 2 + 6 + Digest.BYTES;

    /**
     * Creates a request that contains a payload of at most {@link #INLINE_BYTES_DEFAULT} bytes, or the digest of a
     * larger payload.
     */
    public static Request of(
            int origin,
            Incarnation incarnation,
            long number,
            List<Long> predecessors,
            byte[] payload) {
        return of(origin, incarnation, number, predecessors, payload, INLINE_BYTES_DEFAULT);
    }

    static Request of(
            int origin,
            Incarnation incarnation,
            long number,
            List<Long> predecessors,
            byte[] payload,
            int inlineBytesMax) {
        boolean inline = payload.length <= inlineBytesMax;
        return new Request(
                origin,
                incarnation,
                number,
                List.copyOf(predecessors),
                payload.length,
                inline ? null : Digest.of(payload),
                inline ? payload : null);
    }

    /** Returns whether the payload is stored inside this request. */
    public boolean isInline() {
        return payload != null;
    }

    /** Returns an upper bound of the encoded size of this request in bytes. */
    int bytes() {
        return OVERHEAD_BYTES + 10 * predecessors.size() + (isInline() ? length : 0);
    }

    void write(WireWriter out) {
        incarnation.write(out.varint(origin));
        out.varint(number).list(predecessors, (each, to) -> to.varint(each));
        if (isInline()) out.u8(1).bytes(payload);
        else digest.write(out.u8(0).varint(length));
    }

    static Request read(WireReader in, Membership members) {
        int origin = in.count(Membership.ID_MAX);
        if (!members.contains(origin))
            throw new MalformedFrameException(
                    "request: expected an origin of " + members + ", got " + origin);
        Incarnation incarnation = Incarnation.read(in);
        long number = in.varint();
        List<Long> predecessors = in.list(PREDECESSORS_MAX, WireReader::varint);
        boolean inline = in.count(1) == 1;
        byte[] payload = inline ? in.bytes() : null;
        if (inline && payload.length > INLINE_BYTES_LIMIT)
            throw new MalformedFrameException(
                    "payload: expected at most %d bytes, got %d"
                            .formatted(INLINE_BYTES_LIMIT, payload.length));
        int length = inline ? payload.length : in.count(Integer.MAX_VALUE);
        Digest digest = inline ? null : Digest.read(in);
        return new Request(
                origin, incarnation, number, List.copyOf(predecessors), length, digest, payload);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Request r
                && r.origin == origin
                && r.number == number
                && r.incarnation.equals(incarnation)
                && r.length == length
                && Objects.equals(r.digest, digest)
                && Arrays.equals(r.payload, payload)
                && r.predecessors.equals(predecessors);
    }

    @Override
    public int hashCode() {
        return 31 * origin + Long.hashCode(number);
    }

    @Override
    public String toString() {
        return origin + "#" + Long.toHexString(number) + "(" + length + "B)";
    }
}
