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
        boolean expired;

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

    /** A group whose time is up and that was not returned before; it stays unanswered, for the node still has it. */
    List<Read> expire(long nowNanos) {
        for (Group group : groups) {
            if (group.deadlineNanos - nowNanos > 0) return null;
            if (group.expired) continue;
            group.expired = true;
            return group.reads;
        }
        return null;
    }
}
