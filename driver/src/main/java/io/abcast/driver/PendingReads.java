package io.abcast.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The linearizable reads that the node has not answered. All reads of one batch form a group with one number, so that
 * the node confirms its leadership once for the whole group.
 *
 * <p><b>Bound:</b> The bounds of the inbox also bound the number of pending reads.
 *
 * <p><b>Thread rule:</b> only the thread that runs the node uses this {@code PendingReads}.
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

    private final TreeMap<Long, Group<R>> groups = new TreeMap<>();

    private List<R> gathering = new ArrayList<>();
    private long gatheringDeadlineNanos;
    private long next = 1;

    private int unanswered;

    /** Creates an empty queue of reads. */
    public PendingReads() {}

    /**
     * Adds {@code read} to the group of reads of the present batch.
     *
     * @param deadlineNanos time limit of the read in ns; not earlier than the time limit of the previous read
     */
    public void gather(R read, long deadlineNanos) {
        if (gathering.isEmpty()) gatheringDeadlineNanos = deadlineNanos;
        gathering.add(read);
        unanswered++;
    }

    /** The number of linearizable reads that were not answered yet and whose time limits have not passed. */
    public int unanswered() {
        return unanswered;
    }

    /**
     * Closes the group of reads of the present batch.
     *
     * @return the number of the closed group of reads; 0 if the present batch has no reads
     */
    public long close() {
        if (gathering.isEmpty()) return 0;
        groups.put(next, new Group<>(gatheringDeadlineNanos, gathering));
        gathering = new ArrayList<>();
        return next++;
    }

    /**
     * Removes the group of reads of the present batch, which the driver does not pass to the node.
     *
     * @return the reads of the group that was removed
     */
    public List<R> abandon() {
        List<R> reads = gathering;
        gathering = new ArrayList<>();
        unanswered -= reads.size();
        return reads;
    }

    /**
     * Removes the groups of reads up to and including number {@code number}, and passes each group to {@code each}, in
     * ascending order.
     */
    public void pollThrough(long number, Consumer<List<R>> each) {
        for (Map.Entry<Long, Group<R>> first;
                (first = groups.firstEntry()) != null && first.getKey() <= number; )
            pollOnly(first.getKey(), each);
    }

    /**
     * Passes the groups of reads up to and including number {@code number} to {@code each}, in ascending order, and
     * does not remove them.
     */
    public void peekThrough(long number, Consumer<List<R>> each) {
        groups.headMap(number, true).values().forEach(group -> each.accept(group.reads));
    }

    /**
     * Removes the group of reads with number {@code number} and passes it to {@code each}, if the group still waits for
     * an answer.
     */
    public void pollOnly(long number, Consumer<List<R>> each) {
        Group<R> group = groups.remove(number);
        if (group == null) return;
        unanswered -= group.reads.size();
        each.accept(group.reads);
    }

    /** Removes and returns the oldest group of reads if its time limit has passed; otherwise returns null. */
    public List<R> expire(long nowNanos) {
        Map.Entry<Long, Group<R>> oldest = groups.firstEntry();
        if (oldest == null || oldest.getValue().deadlineNanos - nowNanos > 0) return null;
        groups.pollFirstEntry();
        unanswered -= oldest.getValue().reads.size();
        return oldest.getValue().reads;
    }
}
