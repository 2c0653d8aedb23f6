package io.abcast.ordering.epaxos;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Membership;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/**
 * Identifies an instance of EPaxos by its origin, the member that opened it, and by its number. Comments also call the
 * origin of an instance its initial coordinator. Each member numbers the instances that it opens from 1, without gaps.
 *
 * <p>The natural order of instance ids is by number, then by origin. Members execute instances that depend on each
 * other in a cycle in the natural order of their ids.
 *
 * @param origin server id of the member that opened the instance, in [1, {@link Membership#ID_MAX}]
 * @param number number of the instance among those that the origin opened, in [1, {@link #NUMBER_MAX}]
 */
public record InstanceId(int origin, long number) implements Comparable<InstanceId> {
    /** Highest instance number; a member that opens a million instances per second reaches it after four years. */
    public static final long NUMBER_MAX = (1L << 47) - 1;

    /** Maximum bytes of an instance id on the wire. */
    public static final int BYTES_MAX = 3 + 7;

    public InstanceId {
        assert origin >= 1 && origin <= Membership.ID_MAX : "origin " + origin;
        assert number >= 1 && number <= NUMBER_MAX : "number " + number;
    }

    public void write(WireWriter out) {
        out.varint(origin).varint(number);
    }

    /**
     * Decodes an instance id of an ensemble with these members.
     *
     * @throws MalformedFrameException if the origin of the instance is not a member, or its number is out of range
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

    /** Returns the id in the form {@code origin.number}, for example {@code 2.17}. */
    @Override
    public String toString() {
        return origin + "." + number;
    }
}
