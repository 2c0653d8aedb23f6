package io.abcast.ordering.log;

import io.abcast.kernel.Membership;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/**
 * Short name of a {@link Value}, used by protocols whose members do not lie. Two different values never have the same
 * name:
 * <ul>
 * <li>A leader names a value by its ballot and the slot in which it proposes the value first. A member composes only
 * one value per ballot and slot. Even over restarts, a member uses a ballot for only one preparation, because the
 * ballot is durable before the member sends the first Prepare.
 * <li>An origin names a batch of its own requests by the number of the first request and the count of requests. The
 * numbers of requests are unique at their origin, also across its restarts. The payload and the next request are fixed
 * for each request when it is first sent to another member. So two batches with the same name have the same requests.
 * <li>A member that has lost its storage may use a ballot a second time. In that case the incarnations in the names
 * differ.
 * </ul>
 *
 * <p>So a name needs no durable counter, and no name is made twice after a restart.
 *
 * @param composer server id of the member that composed the value.
 * @param incarnation storage of the composer.
 * @param number the ballot, or the number of the first request.
 * @param part the slot, or the negative count of requests.
 */
public record Name(int composer, Incarnation incarnation, long number, long part) {
    /** Name of {@link Value#NOTHING}, and of values that are identified by a digest instead of a name. */
    public static final Name NONE = new Name(0, Incarnation.NONE, 0, 0);

    /** Maximum size on the wire in bytes. */
    public static final int BYTES = 3 + Incarnation.BYTES + 2 * Long.BYTES;

    /** Name of the value that a leader composes for {@code slot}. */
    public static Name ofSlot(int composer, Incarnation incarnation, long ballot, long slot) {
        assert slot > 0 : slot;
        return new Name(composer, incarnation, ballot, slot);
    }

    /** Name of a batch of an origin's own requests. */
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
     * Reads a name.
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
