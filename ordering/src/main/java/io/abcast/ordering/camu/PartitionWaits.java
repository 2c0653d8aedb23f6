package io.abcast.ordering.camu;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * The {@code Mark} items and votes that a partition waits for, as its replica at one server knows them.
 *
 * @param oldest clock of the undelivered multi-partition transaction that the partition has known for the longest time;
 *     0 if all are delivered
 * @param waitsFor numbers of the partitions whose votes or {@code Mark} items the oldest transaction lacks; empty if it
 *     waits only for other transactions
 * @param streams the streams and links to and from each other partition, by number; {@code null} at the partition's own
 *     number
 */
public record PartitionWaits(long oldest, List<Integer> waitsFor, List<Stream> streams) {
    /**
     * The streams and links between this partition and one other partition.
     *
     * @param link state of the link over which this partition imposes timestamps: OFF, SHADOW or ON
     * @param fenced whether the other partition may impose timestamps on this partition
     * @param watermark the watermark of the link from the other partition, a value of the partitions' clocks; 0 if
     *     {@code fenced} is false.
     * @param items number of stream items for the other partition that the other partition has not acknowledged
     * @param bytes size in bytes of the stream items that {@code items} counts
     */
    public record Stream(String link, boolean fenced, long watermark, int items, long bytes) {}

    static PartitionWaits of(PartitionState state, int groups) {
        List<Stream> streams = new ArrayList<>();
        for (int other = 0; other < groups; other++)
            streams.add(other == state.group() ? null : stream(state, other));
        if (state.multis().size() == 0) return new PartitionWaits(0, List.of(), streams);
        Multi first = state.multis().all().iterator().next();
        return new PartitionWaits(
                first.knownAt(), List.copyOf(waitsFor(first, state, groups)), streams);
    }

    private static Stream stream(PartitionState state, int other) {
        OutStream out = state.out(other);
        InStream in = state.in(other);
        long watermark = in.isFenced() ? in.watermark() : 0;
        return new Stream(out.link().name(), in.isFenced(), watermark, out.size(), out.bytes());
    }

    private static TreeSet<Integer> waitsFor(Multi multi, PartitionState state, int groups) {
        TreeSet<Integer> missing = new TreeSet<>();
        if (multi.at() != null) {
            for (int other = 0; other < groups; other++) {
                InStream in = state.in(other);
                if (other == state.group() || !in.isFenced()) continue;
                if (multi.at().clock() > in.watermark()) missing.add(other);
            }
        } else if (multi.txn() == null) {
            missing.add(state.group());
        } else {
            for (int other : multi.txn().groups())
                if (other != state.group() && !multi.hasVoteOf(other)) missing.add(other);
        }
        return missing;
    }
}
