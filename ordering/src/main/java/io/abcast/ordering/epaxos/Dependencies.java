package io.abcast.ordering.epaxos;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Membership;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The dependencies D = (X, phi) of an instance: a set X of single instance ids, and the frontier phi with one number
 * per member. D contains instance number i of member o if X contains this instance, or if i is at most phi[o], the
 * number of o in the frontier. Immutable.
 *
 * <p>An instance may be committed with different frontiers at different members, but always with the same X. No
 * operation of {@code Dependencies} removes ids from X, even if a raised frontier includes them.
 *
 * <p>Arrays and parameters identify a member by its rank: its index in the list of members.
 */
public final class Dependencies {
    /**
     * Maximum number of instance ids in the set X; an encoded set with more ids is malformed. A correct member stays
     * below {@code IDS_MAX}, because X names only instances that some member still stores.
     */
    public static final int IDS_MAX = 1 << 20;

    private static final int RANGE_BYTES_MAX = 7 + 3;

    private static final int MEMBER_BYTES_MAX = 7 + 3;

    /** Function that {@link #forEach} calls once for each instance id of X. */
    @FunctionalInterface
    public interface Visitor {
        /**
         * Receives one instance id of X.
         *
         * @param rank rank of the member that opened the instance
         * @param number number of the instance among the instances of that member
         */
        void visit(int rank, long number);
    }

    private final Membership members;

    /** The frontier phi: one instance number for each member, by rank. */
    private final long[] frontier;

    /**
     * By rank of a member: index of the member's first range among all ranges of {@link #bounds}. The last element of
     * {@code starts} is the number of all ranges.
     */
    private final int[] starts;

    /** First and last instance number of each range of X, in the order of the ranges. */
    private final long[] bounds;

    /** The caller must not change the passed arrays afterwards. */
    Dependencies(Membership members, long[] frontier, int[] starts, long[] bounds) {
        this.members = members;
        this.frontier = frontier;
        this.starts = starts;
        this.bounds = bounds;
    }

    /** Returns the empty dependency set, with frontier 0 for each member. */
    public static Dependencies none(Membership members) {
        return upTo(members, new long[members.size()]);
    }

    /**
     * Returns a dependency set with an empty X and the given frontier.
     *
     * @param frontier the frontier phi, by rank of the member; the method copies the array
     */
    public static Dependencies upTo(Membership members, long[] frontier) {
        return new Dependencies(
                members, copy(members, frontier), new int[members.size() + 1], new long[0]);
    }

    private static long[] copy(Membership members, long[] frontier) {
        if (frontier.length != members.size())
            throw new IllegalArgumentException(
                    "frontier: expected %d numbers, got %d"
                            .formatted(members.size(), frontier.length));
        return frontier.clone();
    }

    public Membership members() {
        return members;
    }

    /**
     * Returns the number up to which this dependency set contains all instances of the member with rank {@code rank}.
     */
    public long frontier(int rank) {
        return frontier[rank];
    }

    /**
     * Returns, by rank of a member, the number up to which this dependency set contains all instances of the member.
     */
    public long[] frontier() {
        return frontier.clone();
    }

    /**
     * Returns whether this dependency set contains the instance, by X or by the frontier; false if the member that
     * opened the instance is not in the ensemble.
     */
    public boolean contains(InstanceId id) {
        int rank = members.rank(id.origin());
        return rank >= 0 && contains(rank, id.number());
    }

    /** Returns whether the instance {@code number} of the member with rank {@code rank} is in this dependency set. */
    public boolean contains(int rank, long number) {
        return number <= frontier[rank] || names(rank, number);
    }

    /** Returns whether the instance {@code id} is in the set X of dependencies. */
    public boolean names(InstanceId id) {
        int rank = members.rank(id.origin());
        return rank >= 0 && names(rank, id.number());
    }

    /** Returns whether the instance {@code number} of the member with rank {@code rank} is in X. */
    public boolean names(int rank, long number) {
        int low = starts[rank];
        int high = starts[rank + 1];
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (last(middle) < number) low = middle + 1;
            else high = middle;
        }
        return low < starts[rank + 1] && first(low) <= number;
    }

    /** Returns the number of instance ids in the set X. */
    public long size() {
        long size = 0;
        for (int i = 0; i < ranges(); i++) size += last(i) - first(i) + 1;
        return size;
    }

    /** Returns whether the set X of dependencies is empty. */
    public boolean isEmpty() {
        return bounds.length == 0;
    }

    int ranges() {
        return bounds.length / 2;
    }

    /**
     * Returns the index of the member's first range, by rank; {@link #ranges} if {@code rank} is the number of members.
     */
    int rangesOf(int rank) {
        return starts[rank];
    }

    long first(int range) {
        return bounds[2 * range];
    }

    long last(int range) {
        return bounds[2 * range + 1];
    }

    /** Visits the instance ids of X, sorted by the rank of the member that opened the instance, then by number. */
    public void forEach(Visitor visitor) {
        for (int rank = 0; rank < frontier.length; rank++)
            for (int i = starts[rank]; i < starts[rank + 1]; i++)
                for (long n = first(i); n <= last(i); n++) visitor.visit(rank, n);
    }

    /** Returns a new list of the instance ids in X, sorted by the member that opened the instance, then by number. */
    public List<InstanceId> ids() {
        List<InstanceId> ids = new ArrayList<>();
        forEach((rank, number) -> ids.add(new InstanceId(members.id(rank), number)));
        return ids;
    }

    /**
     * Returns the union of two dependency sets: the union of their sets X, and for each member the higher number of the
     * two frontiers. Both dependency sets must have numbers for the same members.
     */
    public Dependencies union(Dependencies other) {
        assert members.equals(other.members) : members + " and " + other.members;
        if (equals(other)) return this;
        DependenciesBuilder all = new DependenciesBuilder(members).start(this).addAll(other);
        return all.raise(other.frontier).build();
    }

    /**
     * Returns a copy of this dependency set, in which the frontier of each member is raised to at least the member's
     * number in {@code line}.
     *
     * @param line minimum frontier, by rank of the member
     */
    public Dependencies raise(long[] line) {
        long[] raised = copy(members, line);
        boolean higher = false;
        for (int rank = 0; rank < raised.length; rank++) {
            higher |= raised[rank] > frontier[rank];
            raised[rank] = Math.max(raised[rank], frontier[rank]);
        }
        return higher ? new Dependencies(members, raised, starts, bounds) : this;
    }

    /** Returns whether this dependency set and {@code other} have the same set X; the frontiers are not compared. */
    public boolean hasSameIds(Dependencies other) {
        return members.equals(other.members)
                && Arrays.equals(starts, other.starts)
                && Arrays.equals(bounds, other.bounds);
    }

    /** Returns an upper bound of the encoded size of this dependency set in bytes. */
    public int bytes() {
        return MEMBER_BYTES_MAX * frontier.length + RANGE_BYTES_MAX * ranges();
    }

    /** Encodes this dependency set. */
    public void write(WireWriter out) {
        for (int rank = 0; rank < frontier.length; rank++) {
            out.varint(frontier[rank]).varint(starts[rank + 1] - starts[rank]);
            long before = 0;
            for (int i = starts[rank]; i < starts[rank + 1]; i++) {
                out.varint(first(i) - before).varint(last(i) - first(i));
                before = last(i);
            }
        }
    }

    /**
     * Decodes a dependency set that {@link #write} has written in an ensemble with these members. The decoded set needs
     * memory in proportion to its encoded bytes.
     *
     * @throws MalformedFrameException if an instance number exceeds {@link InstanceId#NUMBER_MAX}, X has more than
     *     {@link #IDS_MAX} ids, or ranges overlap or are adjacent
     */
    public static Dependencies read(WireReader in, Membership members) {
        int size = members.size();
        long[] frontier = new long[size];
        int[] starts = new int[size + 1];
        long[] bounds = new long[16];
        int used = 0;
        long left = IDS_MAX;
        for (int rank = 0; rank < size; rank++) {
            frontier[rank] = number(in.varint(), 0);
            int count = in.count(in.remaining() / 2);
            long before = 0;
            for (int i = 0; i < count; i++) {
                // A gap of 1 between two ranges is malformed, because adjacent ranges must be
                // encoded as one range. The first range of a member may begin at number 1, because
                // no range precedes it.
                long first = number(number(in.varint(), i == 0 ? 1 : 2) + before, 1);
                long more = in.varint();
                if (more < 0 || more >= left)
                    throw new MalformedFrameException(
                            "dependencies: expected at most " + IDS_MAX + " ids");
                left -= more + 1;
                before = number(first + more, 1);
                if (used == bounds.length) bounds = Arrays.copyOf(bounds, 2 * used);
                bounds[used++] = first;
                bounds[used++] = before;
            }
            starts[rank + 1] = used / 2;
        }
        return new Dependencies(members, frontier, starts, Arrays.copyOf(bounds, used));
    }

    private static long number(long value, long min) {
        if (value < min || value > InstanceId.NUMBER_MAX)
            throw new MalformedFrameException(
                    "dependencies: expected a number in %d..%d, got %d"
                            .formatted(min, InstanceId.NUMBER_MAX, value));
        return value;
    }

    /** Returns whether {@code other} is a dependency set with an equal X and equal frontiers. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Dependencies d
                && Arrays.equals(frontier, d.frontier)
                && hasSameIds(d);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(frontier) + Arrays.hashCode(bounds);
    }

    /** Returns X and the frontier as text, for example {@code 1.4-6 2.9 up to [3, 8, 0]}. */
    @Override
    public String toString() {
        StringBuilder s = new StringBuilder();
        for (int rank = 0; rank < frontier.length; rank++)
            for (int i = starts[rank]; i < starts[rank + 1]; i++) {
                s.append(members.id(rank)).append('.').append(first(i));
                if (last(i) > first(i)) s.append('-').append(last(i));
                s.append(' ');
            }
        return s.append("up to ").append(Arrays.toString(frontier)).toString();
    }
}
