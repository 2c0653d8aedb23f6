package io.abcast.ordering.log;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/**
 * Identity of one storage of a member: 128 random bits, drawn when the storage is used for the first time. A member
 * that has lost its storage is another incarnation.
 */
public record Incarnation(long high, long low) {
    /** Value that means "no storage". No storage ever gets this value. */
    public static final Incarnation NONE = new Incarnation(0, 0);

    /** Size on the wire in bytes. */
    public static final int BYTES = 16;

    public boolean isNone() {
        return high == 0 && low == 0;
    }

    public void write(WireWriter out) {
        out.i64(high).i64(low);
    }

    /**
     * Reads an incarnation.
     *
     * @throws MalformedFrameException if the bytes end early
     */
    public static Incarnation read(WireReader in) {
        return new Incarnation(in.i64(), in.i64());
    }

    /** Returns the 128 bits as 32 hexadecimal digits. */
    @Override
    public String toString() {
        return String.format("%016x%016x", high, low);
    }
}
