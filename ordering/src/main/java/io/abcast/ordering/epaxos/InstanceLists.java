package io.abcast.ordering.epaxos;

import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * A changing set of instances, stored as one ascending list of instance numbers for each member that opens instances.
 * Additions at the end of a list and removals at its beginning cost O(1); members open and drop instances in ascending
 * order. Not thread-safe.
 */
final class InstanceLists {
    private static final int FIRST_CAPACITY = 2;

    /**
     * By rank of the origin: an array with the instance numbers at the indices from {@link #begins} (inclusive) to
     * {@link #ends} (exclusive); {@code null} for an empty list.
     */
    private final long[][] lists;

    private final int[] begins;
    private final int[] ends;

    InstanceLists(int members) {
        lists = new long[members][];
        begins = new int[members];
        ends = new int[members];
    }

    /** The instance must not be in the set. */
    void add(int rank, long number) {
        long[] list = lists[rank];
        if (list == null) {
            list = new long[FIRST_CAPACITY];
            lists[rank] = list;
        }
        if (ends[rank] == list.length) list = makeRoom(rank);
        int at = ends[rank];
        while (at > begins[rank] && list[at - 1] > number) {
            list[at] = list[at - 1];
            at--;
        }
        assert at == begins[rank] || list[at - 1] < number : "a second " + number;
        list[at] = number;
        ends[rank]++;
    }

    private long[] makeRoom(int rank) {
        long[] list = lists[rank];
        int begin = begins[rank];
        int size = ends[rank] - begin;
        long[] to = begin >= size ? list : new long[2 * list.length];
        System.arraycopy(list, begin, to, 0, size);
        lists[rank] = to;
        begins[rank] = 0;
        ends[rank] = size;
        return to;
    }

    void remove(int rank, long number) {
        long[] list = lists[rank];
        int at = Arrays.binarySearch(list, begins[rank], ends[rank], number);
        assert at >= 0 : "no " + number;
        if (at == begins[rank]) {
            begins[rank]++;
        } else {
            ends[rank]--;
            System.arraycopy(list, at + 1, list, at, ends[rank] - at);
        }
        if (begins[rank] == ends[rank]) {
            lists[rank] = null;
            begins[rank] = 0;
            ends[rank] = 0;
        }
    }

    boolean isEmpty() {
        for (long[] list : lists) if (list != null) return false;
        return true;
    }

    /** Returns 0 if the set has no instance of the origin. */
    long first(int rank) {
        return lists[rank] == null ? 0 : lists[rank][begins[rank]];
    }

    /** @param exceptRank rank of the origin of an instance that is left out; -1 to leave out no instance */
    void addTo(DependenciesBuilder to, int exceptRank, long exceptNumber) {
        for (int rank = 0; rank < lists.length; rank++) {
            long[] list = lists[rank];
            if (list == null) continue;
            int at = Arrays.binarySearch(list, begins[rank], ends[rank], to.frontier(rank) + 1);
            for (int i = at < 0 ? -at - 1 : at; i < ends[rank]; i++)
                if (rank != exceptRank || list[i] != exceptNumber) to.add(rank, list[i]);
        }
    }

    void forEachAbove(int rank, long floor, LongConsumer visitor) {
        long[] list = lists[rank];
        if (list == null) return;
        int at = Arrays.binarySearch(list, begins[rank], ends[rank], floor + 1);
        for (int i = at < 0 ? -at - 1 : at; i < ends[rank]; i++) visitor.accept(list[i]);
    }

    boolean contains(int rank, long number) {
        long[] list = lists[rank];
        return list != null && Arrays.binarySearch(list, begins[rank], ends[rank], number) >= 0;
    }
}
