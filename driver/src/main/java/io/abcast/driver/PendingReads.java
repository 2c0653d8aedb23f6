package io.abcast.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The reads that the node has not answered. All reads of one batch share one number, so that the node confirms its
 * leadership once for all of them. Times are ns on a clock of the caller.
 *
 * <p><b>Bound:</b> the bound of the caller's inbox. Each read holds a place there until it is answered or its time
 * limit has passed.
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

    /** By number. */
    private final TreeMap<Long, Group<R>> groups = new TreeMap<>();

    private List<R> gathering = new ArrayList<>();
    private long gatheringDeadlineNanos;
    private long next = 1;

    /** Number of reads in all groups, including the group that is being gathered. */
    private int unanswered;

    /** Creates a queue without reads. */
    public PendingReads() {}

    /**
     * Adds a read to the group being gathered.
     *
     * @param deadlineNanos time limit of the read; not before that of the previous read. The first read of a group
     *     determines the time limit of the group
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
     * Closes the group that is being gathered.
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
     * Gives up the group that is being gathered.
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
     * Passes the groups up to and including {@code number} to {@code each}, in order. They no longer count as
     * unanswered.
     */
    public void pollThrough(long number, Consumer<List<R>> each) {
        for (Map.Entry<Long, Group<R>> first;
                (first = groups.firstEntry()) != null && first.getKey() <= number; )
            pollOnly(first.getKey(), each);
    }

    /** Passes the group {@code number} to {@code each}, if it still waits. It no longer counts as unanswered. */
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
