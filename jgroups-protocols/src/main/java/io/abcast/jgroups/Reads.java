package io.abcast.jgroups;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The reads that the node has not answered. All reads of one batch share one number, so that the node confirms its
 * leadership once for all of them.
 *
 * <p><b>Thread rule:</b> used by the event loop only.
 */
final class Reads {
    private static final class Group {
        final long number;
        final long deadlineNanos;
        final List<Read> reads;

        Group(long number, long deadlineNanos, List<Read> reads) {
            this.number = number;
            this.deadlineNanos = deadlineNanos;
            this.reads = reads;
        }
    }

    private final ArrayDeque<Group> groups = new ArrayDeque<>();
    private List<Read> gathering = new ArrayList<>();
    private long gatheringDeadlineNanos;
    private long next = 1;

    /** @param deadlineNanos not before that of the read gathered last; the group has the one of its first */
    void gather(Read read, long deadlineNanos) {
        if (gathering.isEmpty()) gatheringDeadlineNanos = deadlineNanos;
        gathering.add(read);
    }

    /** Closes the group gathered so far. @return its number, 0 if it is empty */
    long close() {
        if (gathering.isEmpty()) return 0;
        groups.addLast(new Group(next, gatheringDeadlineNanos, gathering));
        gathering = new ArrayList<>();
        return next++;
    }

    /** Gives up the group being gathered. @return its reads */
    List<Read> abandon() {
        List<Read> reads = gathering;
        gathering = new ArrayList<>();
        return reads;
    }

    /** Hands over the groups up to and including {@code number}, in order; they are no longer unanswered. */
    void pollThrough(long number, Consumer<List<Read>> each) {
        for (Group first; (first = groups.peekFirst()) != null && first.number <= number; ) {
            groups.removeFirst();
            each.accept(first.reads);
        }
    }

    /** Removes and returns the oldest group if its time is up; the node's answer, should it come, is for those after it. */
    List<Read> expire(long nowNanos) {
        Group oldest = groups.peekFirst();
        if (oldest == null || oldest.deadlineNanos - nowNanos > 0) return null;
        return groups.removeFirst().reads;
    }
}
