package io.abcast.driver;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The reads that the node has not answered. All reads of one batch share one number, so that the node confirms its
 * leadership once for all of them. Times are ns on a clock of the caller.
 *
 * <p><b>Bound:</b> each read holds a place of the caller's inbox until it is answered or its time limit has passed.
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
     * @param deadlineNanos time limit of the read; not before the time limit of the read gathered last. The first read
     *     determines the time limit of the group
     */
    public void gather(R read, long deadlineNanos) {
        if (gathering.isEmpty()) gatheringDeadlineNanos = deadlineNanos;
        gathering.add(read);
        unanswered++;
    }

    /** The number of reads that are not handed over yet. */
    public int unanswered() {
        return unanswered;
    }

    /**
     * Closes the group being gathered.
     *
     * @return its number, 0 if it is empty
     */
    public long close() {
        if (gathering.isEmpty()) return 0;
        groups.addLast(new Group<>(next, gatheringDeadlineNanos, gathering));
        gathering = new ArrayList<>();
        return next++;
    }

    /**
     * Gives up the group being gathered.
     *
     * @return its reads
     */
    public List<R> abandon() {
        List<R> reads = gathering;
        gathering = new ArrayList<>();
        unanswered -= reads.size();
        return reads;
    }

    /** Hands over the groups up to and including {@code number}, in order; they no longer count as unanswered. */
    public void pollThrough(long number, Consumer<List<R>> each) {
        for (Group<R> first; (first = groups.peekFirst()) != null && first.number <= number; ) {
            groups.removeFirst();
            unanswered -= first.reads.size();
            each.accept(first.reads);
        }
    }

    /**
     * Removes and returns the oldest group if its time limit has passed. A later answer of the node then covers only
     * the groups after it.
     */
    public List<R> expire(long nowNanos) {
        Group<R> oldest = groups.peekFirst();
        if (oldest == null || oldest.deadlineNanos - nowNanos > 0) return null;
        unanswered -= oldest.reads.size();
        return groups.removeFirst().reads;
    }
}
