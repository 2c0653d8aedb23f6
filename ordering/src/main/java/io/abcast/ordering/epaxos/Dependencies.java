package io.abcast.ordering.epaxos;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Membership;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The dependency set D = (X, phi) of an instance. X is a set of ids. The frontier phi has one number per member: D
 * contains an instance (o, i) if it is in X, or if i is at most phi[o]. Immutable.
 *
 * <p>X and phi are independent: an instance may be committed with different frontiers at different members, but always
 * with the same X. Therefore no operation of this class removes ids from X, even if a raised frontier covers them. Only
 * {@link DependenciesBuilder#add} leaves out ids that the frontier covers already.
 *
 * <p>Members are numbered by their rank in the membership. X is stored as ranges of numbers for each rank. The ranges
 * are ascending, disjoint and not adjacent, so equal sets have equal arrays.
 */
public final class Dependencies {
    /**
     * Maximum number of ids in X. The bound protects a receiver from malformed frames. Valid sets never reach it,
     * because X contains only instances that some member has not dropped.
     */
    public static final int IDS_MAX = 1 << 20;

    /** Maximum bytes of one range on the wire. A range is written as the gap before it and its length. */
    private static final int RANGE_BYTES_MAX = 7 + 3;

    /** Maximum bytes of one member on the wire, without the ranges: its frontier and the number of ranges. */
    private static final int MEMBER_BYTES_MAX = 7 + 3;

    /** Receives the ids of X. */
    @FunctionalInterface
    public interface Visitor {
        /**
         * @param rank rank of the origin
         * @param number number of the instance
         */
        void visit(int rank, long number);
    }

    private final Membership members;

    /** The frontier phi, by rank. */
    private final long[] frontier;

    /** By rank: index of the first range of the member. The last element is the number of ranges. */
    private final int[] starts;

    /** First and last number of each range, one after the other. */
    private final long[] bounds;

    /** Creates a set that owns these arrays. The arrays must have the form that the comments of the fields describe. */
    Dependencies(Membership members, long[] frontier, int[] starts, long[] bounds) {
        this.members = members;
        this.frontier = frontier;
        this.starts = starts;
        this.bounds = bounds;
    }

    /** Returns the empty set, with frontier 0 for each member. */
    public static Dependencies none(Membership members) {
        return upTo(members, new long[members.size()]);
    }

    /**
     * Returns a set with an empty X and the given frontier.
     *
     * @param frontier phi, by rank; the array is copied
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

    /** The frontier of the member with that rank. */
    public long frontier(int rank) {
        return frontier[rank];
    }

    /** The frontier phi, by rank, as a copy. */
    public long[] frontier() {
        return frontier.clone();
    }

    /**
     * Whether the instance is in D, that is, in X or at most at the frontier of its origin. The answer is false if the
     * origin is not a member.
     */
    public boolean contains(InstanceId id) {
        int rank = members.rank(id.origin());
        return rank >= 0 && contains(rank, id.number());
    }

    /** Whether an instance of the member with that rank is in D. */
    public boolean contains(int rank, long number) {
        return number <= frontier[rank] || names(rank, number);
    }

    /** Whether the instance is in X. */
    public boolean names(InstanceId id) {
        int rank = members.rank(id.origin());
        return rank >= 0 && names(rank, id.number());
    }

    /** Whether an instance of the member with that rank is in X. */
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

    /** Number of ids in X. */
    public long size() {
        long size = 0;
        for (int i = 0; i < ranges(); i++) size += last(i) - first(i) + 1;
        return size;
    }

    /** Whether X is empty. */
    public boolean isEmpty() {
        return bounds.length == 0;
    }

    /** Number of ranges of X, of all members. */
    int ranges() {
        return bounds.length / 2;
    }

    /** Index of the first range of the member with that rank; {@link #ranges} for rank = number of members. */
    int rangesOf(int rank) {
        return starts[rank];
    }

    /** First number of a range. */
    long first(int range) {
        return bounds[2 * range];
    }

    /** Last number of a range. */
    long last(int range) {
        return bounds[2 * range + 1];
    }

    /** Visits the ids of X by rank of the origin, then by number. */
    public void forEach(Visitor visitor) {
        for (int rank = 0; rank < frontier.length; rank++)
            for (int i = starts[rank]; i < starts[rank + 1]; i++)
                for (long n = first(i); n <= last(i); n++) visitor.visit(rank, n);
    }

    /** Returns a new list with the ids of X, sorted by origin, then by number. */
    public List<InstanceId> ids() {
        List<InstanceId> ids = new ArrayList<>();
        forEach((rank, number) -> ids.add(new InstanceId(members.id(rank), number)));
        return ids;
    }

    /**
     * Returns a set with the union of both X and the maximum of both frontiers. Both sets must have the same members.
     */
    public Dependencies union(Dependencies other) {
        assert members.equals(other.members) : members + " and " + other.members;
        if (equals(other)) return this;
        DependenciesBuilder all = new DependenciesBuilder(members).start(this).addAll(other);
        return all.raise(other.frontier).build();
    }

    /**
     * Returns a set with the same X. The frontier of the result is, for each member, the maximum of the frontier and
     * {@code line}.
     *
     * @param line numbers by rank
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

    /** Whether both sets have the same X. */
    public boolean hasSameIds(Dependencies other) {
        return members.equals(other.members)
                && Arrays.equals(starts, other.starts)
                && Arrays.equals(bounds, other.bounds);
    }

    /** Maximum bytes on the wire. */
    public int bytes() {
        return MEMBER_BYTES_MAX * frontier.length + RANGE_BYTES_MAX * ranges();
    }

    /** Writes for each rank its frontier, its number of ranges, and for each range the gap before it and its length. */
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
     * Reads a set of an ensemble with these members. The memory of the set is proportional to the bytes read.
     *
     * @throws MalformedFrameException if a number exceeds {@link InstanceId#NUMBER_MAX}, X has more than {@link
     *     #IDS_MAX} ids, or ranges overlap or are adjacent
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
                // A gap of 1 would make the range adjacent to the range before. Only the first
                // range may begin with 1.
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

    /** Whether X and the frontiers are equal. */
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
