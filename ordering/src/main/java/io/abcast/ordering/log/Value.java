package io.abcast.ordering.log;

import io.abcast.kernel.Digest;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Membership;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * The value that the members decide in one slot: batches of requests, or {@link #NOTHING}. Immutable.
 *
 * <p>A batch in a value is a chain of consecutive requests of one origin, with ascending numbers. A value holds at most
 * one batch of each origin.
 *
 * <p>If members do not lie, a {@link Name} identifies a value. If members may lie, the {@link #digest} identifies a
 * value.
 *
 * @param name the name that identifies the value; {@link Name#NONE} if the value has a digest
 * @param digest SHA-256 digest over all requests of the value, without their proofs; {@code null} if the value has a
 *     name
 * @param requests the requests in the value; the requests of one batch are adjacent
 */
public record Value(Name name, Digest digest, List<OriginRequest> requests) {
    /** Maximum number of requests in one value. */
    public static final int REQUESTS_MAX = 512;

    /** Approximate maximum bytes of the requests in one value; a single request may exceed the maximum. */
    public static final int BYTES_MAX = 256 << 10;

    /** The value without requests, which a leader proposes so that a slot without requests is decided. */
    public static final Value NOTHING = new Value(Name.NONE, digestOf(List.of()), List.of());

    /** Maximum size of a value in bytes on the wire, without its requests. */
    public static final int OVERHEAD_BYTES = 3 + Name.BYTES;

    private static final int EMPTY = 0;
    private static final int NAMED = 1;
    private static final int DIGESTED = 2;

    /**
     * First byte of the digested bytes of a value, which makes its digest different from the digests in a {@link
     * Proof}.
     */
    private static final int VALUE = 2;

    private static final int[] NO_OFFSETS = {};

    /** Creates a value that its name identifies. */
    public static Value named(Name name, List<OriginRequest> requests) {
        return new Value(name, null, List.copyOf(requests));
    }

    /** Creates a value that its digest identifies; {@link #NOTHING} if {@code requests} is empty. */
    public static Value digested(List<OriginRequest> requests) {
        if (requests.isEmpty()) return NOTHING;
        return new Value(Name.NONE, digestOf(requests), List.copyOf(requests));
    }

    private static Digest digestOf(List<OriginRequest> requests) {
        WireWriter out = new WireWriter(8 + Digest.BYTES * requests.size());
        out.u8(VALUE).list(requests, (request, to) -> request.digest().write(to));
        return Digest.of(out.toByteArray());
    }

    public boolean isNothing() {
        return requests.isEmpty();
    }

    /** Maximum size of this value in bytes on the wire. */
    public int bytes() {
        int bytes = OVERHEAD_BYTES;
        for (OriginRequest request : requests) bytes += request.bytes();
        return bytes;
    }

    public void write(WireWriter out) {
        write(out, NO_OFFSETS);
    }

    /**
     * Writes this value to {@code out}.
     *
     * @param payloadAt receives, for each request, the value of {@link WireWriter#size} at the start of the request's
     *     payload; an empty array if the caller does not need these offsets
     */
    public void write(WireWriter out, int[] payloadAt) {
        if (isNothing()) {
            out.u8(EMPTY);
            return;
        }
        out.u8(digest == null ? NAMED : DIGESTED);
        if (digest == null) name.write(out);
        for (int i = 0; i < requests.size(); ) i = batch(out, i, payloadAt);
        out.varint(0);
    }

    private int batch(WireWriter out, int from, int[] payloadAt) {
        OriginRequest first = requests.get(from);
        boolean signed = !first.proof().isNone();
        int end = from + 1;
        while (end < requests.size()
                && requests.get(end).follows(requests.get(end - 1))
                && signed == !requests.get(end).proof().isNone()) end++;
        out.varint((long) first.origin() << 1 | (signed ? 1 : 0));
        out.i64(first.previous()).varint(end - from);
        long before = 0;
        for (int i = from; i < end; i++) {
            OriginRequest request = requests.get(i);
            if (i == from) out.i64(request.number());
            else out.varint(request.number() - before);
            before = request.number();
            if (payloadAt.length > 0) {
                out.varint(request.payload().length);
                payloadAt[i] = out.size();
                out.raw(request.payload());
            } else out.bytes(request.payload());
            if (signed) request.proof().write(out);
        }
        return end;
    }

    /**
     * Reads the header of a batch: the origin, shifted left by one bit, and a lowest bit that states whether the
     * requests are signed; 0 ends the value.
     */
    static int header(WireReader in) {
        int header = in.count(2 * Membership.ID_MAX + 1);
        if (header == 1) throw new MalformedFrameException("value: expected an origin, got 0");
        return header;
    }

    /**
     * Reads a value that has a name, or {@link #NOTHING}.
     *
     * @throws MalformedFrameException if the bytes are not a value with a name, or violate a rule about batches in the
     *     class comment
     */
    public static Value readNamed(WireReader in) {
        return read(in, NAMED);
    }

    /**
     * Reads a value that has a digest, which is computed from the requests, or {@link #NOTHING}.
     *
     * @throws MalformedFrameException if the bytes are not a value with a digest, or violate a rule about batches in
     *     the class comment
     */
    public static Value readDigested(WireReader in) {
        return read(in, DIGESTED);
    }

    private static Value read(WireReader in, int expected) {
        int kind = in.u8();
        if (kind == EMPTY) return NOTHING;
        if (kind != expected)
            throw new MalformedFrameException("value: expected kind " + expected + ", got " + kind);
        Name name = kind == NAMED ? Name.read(in) : Name.NONE;
        if (kind == NAMED && name.isNone())
            throw new MalformedFrameException("value: expected a name");
        List<OriginRequest> requests = new ArrayList<>();
        while (true) {
            int header = header(in);
            if (header == 0) break;
            int origin = header >>> 1;
            for (OriginRequest other : requests)
                if (other.origin() == origin)
                    throw new MalformedFrameException(
                            "value: expected one batch of " + origin + ", got two");
            batch(in, origin, (header & 1) == 1, requests);
        }
        if (requests.isEmpty()) throw new MalformedFrameException("value: expected requests");
        return kind == NAMED ? named(name, requests) : digested(requests);
    }

    private static void batch(WireReader in, int origin, boolean signed, List<OriginRequest> into) {
        long previous = in.i64();
        int count = in.count(REQUESTS_MAX - into.size());
        if (count == 0) throw new MalformedFrameException("value: expected a request in a batch");
        long number = 0;
        for (int i = 0; i < count; i++) {
            long step = i == 0 ? 0 : in.varint();
            number = i == 0 ? in.i64() : number + step;
            if (i > 0 && (step <= 0 || number <= previous))
                throw new MalformedFrameException("value: expected ascending numbers of requests");
            byte[] payload = in.bytes();
            Proof proof = signed ? Proof.read(in) : Proof.NONE;
            into.add(new OriginRequest(origin, previous, number, payload, proof));
            previous = number;
        }
    }

    /**
     * Two values are equal if their requests, except the proofs, are equal and they have the same name or the same
     * digest.
     */
    @Override
    public boolean equals(Object other) {
        if (this == other) return true;
        if (!(other instanceof Value v) || (digest == null) != (v.digest == null)) return false;
        if (digest != null) return digest.equals(v.digest);
        return name.equals(v.name) && requests.equals(v.requests);
    }

    @Override
    public int hashCode() {
        return digest == null ? name.hashCode() : digest.hashCode();
    }

    @Override
    public String toString() {
        if (isNothing()) return "nothing";
        return (digest == null ? name.toString() : digest.toString()) + requests;
    }
}
