package io.abcast.ordering.epaxos;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Membership;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.Arrays;

/**
 * A set of instances, described by one number for each member: the set contains all instances that the member opened up
 * to this number. Immutable.
 */
public final class Prefixes {
    private final long[] numbers;

    /**
     * Creates a set of instances from one number for each origin.
     *
     * @param numbers by rank of a member, the number of the last contained instance; the caller must not change the
     *     array afterwards
     */
    public Prefixes(long[] numbers) {
        this.numbers = numbers;
    }

    /** Returns the set without instances: number 0 for each member. */
    public static Prefixes none(Membership members) {
        return new Prefixes(new long[members.size()]);
    }

    public long at(int rank) {
        return numbers[rank];
    }

    /** By rank of a member; the returned array is a copy. */
    long[] numbers() {
        return numbers.clone();
    }

    Prefixes max(Prefixes other) {
        long[] most = numbers.clone();
        for (int r = 0; r < most.length; r++) most[r] = Math.max(most[r], other.numbers[r]);
        return new Prefixes(most);
    }

    Prefixes min(Prefixes other) {
        long[] least = numbers.clone();
        for (int r = 0; r < least.length; r++) least[r] = Math.min(least[r], other.numbers[r]);
        return new Prefixes(least);
    }

    boolean contain(Prefixes other) {
        for (int r = 0; r < numbers.length; r++) if (numbers[r] < other.numbers[r]) return false;
        return true;
    }

    int bytes() {
        return 7 * numbers.length;
    }

    void write(WireWriter out) {
        for (long number : numbers) out.varint(number);
    }

    static Prefixes read(WireReader in, Membership members) {
        long[] numbers = new long[members.size()];
        for (int r = 0; r < numbers.length; r++) {
            numbers[r] = in.varint();
            if (numbers[r] < 0 || numbers[r] > InstanceId.NUMBER_MAX)
                throw new MalformedFrameException(
                        "prefix: expected 0.." + InstanceId.NUMBER_MAX + ", got " + numbers[r]);
        }
        return new Prefixes(numbers);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Prefixes p && Arrays.equals(p.numbers, numbers);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(numbers);
    }

    @Override
    public String toString() {
        return Arrays.toString(numbers);
    }
}
