package io.abcast.ordering.camu;

import io.abcast.kernel.GroupTimestamp;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.ArrayDeque;

/**
 * Keeps, in the partition's order, the delivered multi-partition transactions that the leader may not answer yet,
 * because another destination may lack them or an earlier transaction. Only partitions with strict consistency use
 * {@code Unsettled}; the log alone determines its content.
 */
final class Unsettled {
    /**
     * @param seq place of the delivered transaction in the partition's order
     * @param groups the destinations, ascending
     */
    record Delivered(long seq, GroupTimestamp at, int[] groups) {
        boolean isFor(int group) {
            return java.util.Arrays.binarySearch(groups, group) >= 0;
        }
    }

    private final ArrayDeque<Delivered> multis = new ArrayDeque<>();

    /**
     * By partition: timestamp of the last delivered multi-partition transaction with the partition as a destination;
     * {@code null} before the first one.
     */
    private final GroupTimestamp[] last;

    Unsettled(int groups) {
        last = new GroupTimestamp[groups];
    }

    void delivered(long seq, GroupTimestamp at, int[] groups) {
        multis.add(new Delivered(seq, at, groups));
        for (int group : groups) last[group] = at;
    }

    void settled(long seq) {
        while (!multis.isEmpty() && multis.peek().seq <= seq) multis.poll();
    }

    Iterable<Delivered> all() {
        return multis;
    }

    boolean isEmpty() {
        return multis.isEmpty();
    }

    int size() {
        return multis.size();
    }

    /** Returns {@code null} before the first delivery for the partition. */
    GroupTimestamp lastFor(int group) {
        return last[group];
    }

    void write(WireWriter out) {
        out.list(
                multis,
                (multi, to) -> {
                    to.varint(multi.seq);
                    write(multi.at, to);
                    to.varint(multi.groups.length);
                    for (int group : multi.groups) to.varint(group);
                });
        for (GroupTimestamp at : last) {
            out.u8(at == null ? 0 : 1);
            if (at != null) write(at, out);
        }
    }

    void read(WireReader in) {
        for (int left = in.count(Integer.MAX_VALUE); left > 0; left--) {
            long seq = in.varint();
            GroupTimestamp at = timestamp(in);
            int[] groups = new int[in.count(last.length)];
            for (int i = 0; i < groups.length; i++) groups[i] = in.count(last.length - 1);
            multis.add(new Delivered(seq, at, groups));
        }
        for (int group = 0; group < last.length; group++)
            if (in.u8() != 0) last[group] = timestamp(in);
    }

    static void write(GroupTimestamp at, WireWriter out) {
        out.varint(at.clock()).i64(at.session()).varint(at.number());
    }

    static GroupTimestamp timestamp(WireReader in) {
        return new GroupTimestamp(in.varint(), in.i64(), in.varint());
    }
}
