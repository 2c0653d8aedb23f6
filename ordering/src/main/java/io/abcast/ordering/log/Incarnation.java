package io.abcast.ordering.log;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/** Identity of one storage of a member: 128 random bits, drawn when the member uses the storage for the first time. */
public record Incarnation(long high, long low) {
    /** Incarnation that stands for "no storage": no storage has the identity {@code NONE}. */
    public static final Incarnation NONE = new Incarnation(0, 0);

    /** Size of an incarnation on the wire in bytes. */
    public static final int BYTES = 16;

    public boolean isNone() {
        return high == 0 && low == 0;
    }

    public void write(WireWriter out) {
        out.i64(high).i64(low);
    }

    /**
     * Reads the 16 bytes of an incarnation.
     *
     * @throws MalformedFrameException if {@code in} has fewer than 16 bytes left
     */
    public static Incarnation read(WireReader in) {
        return new Incarnation(in.i64(), in.i64());
    }

    /** Returns the 128 bits of this incarnation as 32 hexadecimal digits. */
    @Override
    public String toString() {
        return String.format("%016x%016x", high, low);
    }
}
