package io.abcast.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The linearizable reads that the node has not answered. All reads of one batch form a group with one number, so that
 * the node confirms its leadership once for the whole group. Times are in ns on a clock of the caller.
 *
 * <p><b>Bound:</b> the bound of the caller's inbox. Each read holds a place in the inbox until it is answered or its
 * time limit has passed.
 *
 * <p><b>Thread rule:</b> only used by the thread that runs the node.
 *
 * @param <R> a read
 */
public final class PendingReads<R> {
    private static final class Group<R> {
        final long deadlineNanos;
        final List<R> reads;

        Group(long deadlineNanos, List<R> reads) {
            this.deadlineNanos = deadlineNanos;
            this.reads = reads;
        }
    }

    /** The groups of reads that wait for an answer of the node, by number. */
    private final TreeMap<Long, Group<R>> groups = new TreeMap<>();

    private List<R> gathering = new ArrayList<>();
    private long gatheringDeadlineNanos;
    private long next = 1;

    /** Number of reads in all groups, including the group of the present batch. */
    private int unanswered;

    /** Creates a queue without reads. */
    public PendingReads() {}

    /**
     * Adds a read to the group of the present batch.
     *
     * @param deadlineNanos time limit of the read; not earlier than the time limit of the previous read. The first read
     *     of a group determines the time limit of the group
     */
    public void gather(R read, long deadlineNanos) {
        if (gathering.isEmpty()) gatheringDeadlineNanos = deadlineNanos;
        gathering.add(read);
        unanswered++;
    }

    /** The number of reads that have not been handed over to their callers yet. */
    public int unanswered() {
        return unanswered;
    }

    /**
     * Closes the group of the present batch, which is then passed to the node.
     *
     * @return the number of the group; 0 if it is empty
     */
    public long close() {
        if (gathering.isEmpty()) return 0;
        groups.put(next, new Group<>(gatheringDeadlineNanos, gathering));
        gathering = new ArrayList<>();
        return next++;
    }

    /**
     * Removes the group of the present batch, which then is not passed to the node.
     *
     * @return the reads of the group
     */
    public List<R> abandon() {
        List<R> reads = gathering;
        gathering = new ArrayList<>();
        unanswered -= reads.size();
        return reads;
    }

    /**
     * Removes the groups up to and including {@code number}, and passes them to {@code each}, in order. These groups no
     * longer count as unanswered.
     */
    public void pollThrough(long number, Consumer<List<R>> each) {
        for (Map.Entry<Long, Group<R>> first;
                (first = groups.firstEntry()) != null && first.getKey() <= number; )
            pollOnly(first.getKey(), each);
    }

    /** Passes the groups up to and including {@code number} to {@code each}, in order, and keeps them. */
    public void peekThrough(long number, Consumer<List<R>> each) {
        groups.headMap(number, true).values().forEach(group -> each.accept(group.reads));
    }

    /**
     * Removes the group {@code number} and passes it to {@code each}, if it still waits. The group no longer counts as
     * unanswered.
     */
    public void pollOnly(long number, Consumer<List<R>> each) {
        Group<R> group = groups.remove(number);
        if (group == null) return;
        unanswered -= group.reads.size();
        each.accept(group.reads);
    }

    /**
     * Removes and returns the oldest group if its time limit has passed. A later answer of the node then covers only
     * the remaining groups.
     */
    public List<R> expire(long nowNanos) {
        Map.Entry<Long, Group<R>> oldest = groups.firstEntry();
        if (oldest == null || oldest.getValue().deadlineNanos - nowNanos > 0) return null;
        groups.pollFirstEntry();
        unanswered -= oldest.getValue().reads.size();
        return oldest.getValue().reads;
    }
}
