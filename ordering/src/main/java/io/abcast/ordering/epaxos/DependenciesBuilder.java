package io.abcast.ordering.epaxos;

import io.abcast.kernel.Membership;
import java.util.Arrays;

/**
 * Builds {@link Dependencies} from instance ids, which a caller may add in any order and repeatedly. Not thread-safe.
 */
public final class DependenciesBuilder {
    /** Number of low bits in a packed range (a {@code long}) for the length of the range minus 1. */
    private static final int LENGTH_BITS = 16;

    private static final long LENGTH_MAX = 1L << LENGTH_BITS;

    private final Membership members;
    private final long[] frontier;

    private final long[][] added;

    private final int[] counts;

    public DependenciesBuilder(Membership members) {
        this.members = members;
        int size = members.size();
        frontier = new long[size];
        added = new long[size][8];
        counts = new int[size];
    }

    /**
     * Discards all added ids, and begins a new set with the ids and the frontier of {@code from}. When ids up to this
     * frontier are added later, the builder ignores them.
     */
    public DependenciesBuilder start(Dependencies from) {
        Arrays.fill(counts, 0);
        for (int rank = 0; rank < frontier.length; rank++) frontier[rank] = from.frontier(rank);
        return addAll(from);
    }

    /** Adds one instance id to X; ignores an id that the frontier already includes. */
    public DependenciesBuilder add(InstanceId id) {
        return add(members.rank(id.origin()), id.number());
    }

    /** Adds one instance id to X; ignores an id that the frontier already includes. */
    public DependenciesBuilder add(int rank, long number) {
        if (number > frontier[rank]) addRange(rank, number, number);
        return this;
    }

    DependenciesBuilder addAll(Dependencies from) {
        for (int rank = 0; rank < frontier.length; rank++)
            for (int i = from.rangesOf(rank); i < from.rangesOf(rank + 1); i++)
                addRange(rank, from.first(i), from.last(i));
        return this;
    }

    /** Raises the frontier of each member to at least the member's number in {@code line}. */
    public DependenciesBuilder raise(long[] line) {
        for (int rank = 0; rank < frontier.length; rank++)
            frontier[rank] = Math.max(frontier[rank], line[rank]);
        return this;
    }

    long frontier(int rank) {
        return frontier[rank];
    }

    private void addRange(int rank, long first, long last) {
        for (long from = first; from <= last; from += LENGTH_MAX)
            push(rank, from, Math.min(last - from + 1, LENGTH_MAX));
    }

    private void push(int rank, long first, long length) {
        long[] packed = added[rank];
        int count = counts[rank];
        if (count > 0) {
            long before = packed[count - 1];
            long end = (before >>> LENGTH_BITS) + length(before);
            if (first == end && length(before) + length <= LENGTH_MAX) {
                packed[count - 1] = before + length;
                return;
            }
        }
        if (count == packed.length) {
            packed = Arrays.copyOf(packed, 2 * count);
            added[rank] = packed;
        }
        packed[count] = first << LENGTH_BITS | length - 1;
        counts[rank] = count + 1;
    }

    private static long length(long packed) {
        return (packed & LENGTH_MAX - 1) + 1;
    }

    /** Returns a dependency set with all added ids and the present frontier. */
    public Dependencies build() {
        int[] starts = new int[frontier.length + 1];
        int most = 0;
        for (int rank = 0; rank < frontier.length; rank++) {
            Arrays.sort(added[rank], 0, counts[rank]);
            most += counts[rank];
        }
        long[] bounds = new long[2 * most];
        int used = 0;
        for (int rank = 0; rank < frontier.length; rank++) {
            int start = used;
            for (int i = 0; i < counts[rank]; i++) {
                long first = added[rank][i] >>> LENGTH_BITS;
                long last = first + length(added[rank][i]) - 1;
                if (used > start && first <= bounds[used - 1] + 1) {
                    bounds[used - 1] = Math.max(bounds[used - 1], last);
                } else {
                    bounds[used++] = first;
                    bounds[used++] = last;
                }
            }
            starts[rank + 1] = used / 2;
        }
        long[] exact = used == bounds.length ? bounds : Arrays.copyOf(bounds, used);
        return new Dependencies(members, frontier.clone(), starts, exact);
    }
}
