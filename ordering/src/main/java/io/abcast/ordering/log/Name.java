package io.abcast.ordering.log;

import io.abcast.kernel.Membership;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/**
 * Short name that identifies a {@link Value} in protocols whose members do not lie. Two different values never have the
 * same name, because of the following rules:
 *
 * <ul>
 *   <li>A leader names a value by its ballot and the slot in which it proposes the value first. As leader, a member
 *       composes only one value per ballot and slot. A restarted member never uses an earlier ballot again, because
 *       each ballot is durable before the member sends its first Prepare.
 *   <li>An origin names a batch of its own requests by the number of the first request and the count of requests. The
 *       number of a request is unique at its origin, also across restarts of the origin. The payload and the successor
 *       of a request are fixed when the origin first sends the request to another member.
 *   <li>If a member that has lost its storage reuses a ballot, the names of its values differ in the incarnation
 *       (storage identity) of the member.
 * </ul>
 *
 * @param composer server id of the member that composed the value with this name.
 * @param incarnation identity of the composing member's storage.
 * @param number the ballot if a leader names the value; the number of the first request if an origin names a batch
 * @param part the slot if a leader names the value; the negative count of requests if an origin names a batch
 */
public record Name(int composer, Incarnation incarnation, long number, long part) {
    /** Name of {@link Value#NOTHING}, and of values that are identified by a digest instead of a name. */
    public static final Name NONE = new Name(0, Incarnation.NONE, 0, 0);

    /** Maximum size of a name on the wire in bytes. */
    public static final int BYTES = 3 + Incarnation.BYTES + 2 * Long.BYTES;

    /** Returns the name of the value that a leader composes for {@code slot}. */
    public static Name ofSlot(int composer, Incarnation incarnation, long ballot, long slot) {
        assert slot > 0 : slot;
        return new Name(composer, incarnation, ballot, slot);
    }

    /** Returns the name of a batch of {@code count} requests of one origin. */
    public static Name ofBatch(int origin, Incarnation incarnation, long first, int count) {
        assert count > 0 : count;
        return new Name(origin, incarnation, first, -count);
    }

    public boolean isNone() {
        return composer == 0;
    }

    public void write(WireWriter out) {
        out.varint(composer);
        if (composer == 0) return;
        incarnation.write(out);
        out.i64(number).i64(part);
    }

    /**
     * Reads the name of a value.
     *
     * @throws io.abcast.kernel.MalformedFrameException if the bytes are not an output of {@link #write}
     */
    public static Name read(WireReader in) {
        int composer = in.count(Membership.ID_MAX);
        if (composer == 0) return NONE;
        return new Name(composer, Incarnation.read(in), in.i64(), in.i64());
    }

    @Override
    public String toString() {
        if (isNone()) return "nothing";
        return composer
                + "/"
                + Long.toHexString(incarnation.high() >>> 48)
                + "/"
                + Long.toHexString(number)
                + (part < 0 ? "+" + -part : "@" + part);
    }
}
