package io.abcast.dissemination.omaha;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * The messages that wait for one destination, and the open pledges (announcements of further messages) that name this
 * destination.
 */
final class Lane<D, M> {
    /** Deadline of a lane (the queue of one destination) without waiting messages. */
    static final long NEVER = Long.MAX_VALUE;

    private final D to;
    private List<M> held = new ArrayList<>();
    private long[] sinceNanos = new long[8];

    private long bytes;
    private long deadlineNanos = NEVER;

    /**
     * The open pledges that name the destination of this lane, ordered by the times at which the announced messages are
     * expected.
     */
    private final TreeSet<PledgeHandle> pledges =
            new TreeSet<>(
                    Comparator.comparingLong(PledgeHandle::expectedAtNanos)
                            .thenComparingLong(PledgeHandle::number));

    Lane(D to) {
        this.to = to;
    }

    D to() {
        return to;
    }

    boolean isEmpty() {
        return held.isEmpty();
    }

    int size() {
        return held.size();
    }

    long bytes() {
        return bytes;
    }

    long deadlineNanos() {
        return deadlineNanos;
    }

    void add(M message, int messageBytes, long nowNanos) {
        if (held.size() == sinceNanos.length)
            sinceNanos = Arrays.copyOf(sinceNanos, sinceNanos.length * 2);
        sinceNanos[held.size()] = nowNanos;
        held.add(message);
        bytes += messageBytes;
    }

    void leaveBy(long nanos) {
        assert !held.isEmpty() : "a deadline for nothing to " + to;
        deadlineNanos = Math.min(deadlineNanos, nanos);
    }

    List<M> takeAll(long nowNanos, OmahaFigures figures) {
        List<M> all = held;
        for (int i = 0; i < all.size(); i++) figures.left(nowNanos - sinceNanos[i]);
        held = new ArrayList<>();
        bytes = 0;
        deadlineNanos = NEVER;
        return all;
    }

    void pledged(PledgeHandle pledge) {
        pledges.add(pledge);
    }

    void unpledged(PledgeHandle pledge) {
        boolean known = pledges.remove(pledge);
        assert known : pledge + " does not name " + to;
    }

    boolean hasPledge() {
        return !pledges.isEmpty();
    }

    boolean hasPledgeUntil(long nanos) {
        return !pledges.isEmpty() && pledges.first().expectedAtNanos() <= nanos;
    }

    boolean hasPledgeOfOtherUntil(long app, long nanos) {
        for (PledgeHandle pledge : pledges) {
            if (pledge.expectedAtNanos() > nanos) return false;
            if (pledge.app() != app) return true;
        }
        return false;
    }
}
