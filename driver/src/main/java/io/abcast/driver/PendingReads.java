package io.abcast.driver;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
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
        final long number;
        final long deadlineNanos;
        final List<R> reads;

        Group(long number, long deadlineNanos, List<R> reads) {
            this.number = number;
            this.deadlineNanos = deadlineNanos;
            this.reads = reads;
        }
    }

    private final ArrayDeque<Group<R>> groups = new ArrayDeque<>();
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
        groups.addLast(new Group<>(next, gatheringDeadlineNanos, gathering));
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
        for (Group<R> first; (first = groups.peekFirst()) != null && first.number <= number; ) {
            groups.removeFirst();
            unanswered -= first.reads.size();
            each.accept(first.reads);
        }
    }

    /**
     * Removes and returns the oldest group if its time limit has passed. A later answer of the node then covers only
     * the remaining groups.
     */
    public List<R> expire(long nowNanos) {
        Group<R> oldest = groups.peekFirst();
        if (oldest == null || oldest.deadlineNanos - nowNanos > 0) return null;
        unanswered -= oldest.reads.size();
        return groups.removeFirst().reads;
    }
}
