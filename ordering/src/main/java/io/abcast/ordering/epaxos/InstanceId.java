package io.abcast.ordering.epaxos;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Membership;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/**
 * Identifies an instance of EPaxos by its origin, the member that opened it, and by its number among the instances of
 * that origin. The origin is the initial coordinator of the instance. The numbers of an origin have no gaps.
 *
 * <p>The natural order is by number, then by origin. Inside a strongly connected component, instances execute in this
 * order.
 *
 * @param origin server id in [1, {@link Membership#ID_MAX}]
 * @param number in [1, {@link #NUMBER_MAX}]
 */
public record InstanceId(int origin, long number) implements Comparable<InstanceId> {
    /** Highest number. A member that opens a million instances per second reaches this number after four years. */
    public static final long NUMBER_MAX = (1L << 47) - 1;

    /** Maximum bytes on the wire. */
    public static final int BYTES_MAX = 3 + 7;

    public InstanceId {
        assert origin >= 1 && origin <= Membership.ID_MAX : "origin " + origin;
        assert number >= 1 && number <= NUMBER_MAX : "number " + number;
    }

    public void write(WireWriter out) {
        out.varint(origin).varint(number);
    }

    /**
     * Reads the id of an instance of a member.
     *
     * @throws MalformedFrameException if the origin is not a member, or the number is out of range
     */
    public static InstanceId read(WireReader in, Membership members) {
        int origin = in.count(Membership.ID_MAX);
        long number = in.varint();
        if (!members.contains(origin) || number < 1 || number > NUMBER_MAX)
            throw new MalformedFrameException(
                    "instance: expected one of members %s, got %d.%d"
                            .formatted(members, origin, number));
        return new InstanceId(origin, number);
    }

    @Override
    public int compareTo(InstanceId other) {
        int order = Long.compare(number, other.number);
        return order != 0 ? order : Integer.compare(origin, other.origin);
    }

    /** Returns the id as {@code origin.number}. */
    @Override
    public String toString() {
        return origin + "." + number;
    }
}
