package io.abcast.zab;

import io.abcast.kernel.Entry;
import io.abcast.kernel.QueueVisitor;
import java.util.ArrayDeque;

/**
 * After which entries this member takes a snapshot. The leader names them, before it sends the entry, so that all members take theirs at the
 * same points: equal contents then have equal ids, and a fetch that began at one member goes on at another.
 *
 * <p>A member without a named point for twice the bytes takes a snapshot at a point of its own. Followers of a leader that speaks version 1
 * always do, after the bytes themselves.
 *
 * <p><b>Bound:</b> {@link #WAITING_MAX} points that are named and not delivered yet; the oldest goes.
 */
final class SnapshotPoints {
    static final int WAITING_MAX = 64;

    private static final long NONE = Long.MAX_VALUE;

    /** Ascending. */
    private final ArrayDeque<Long> waiting = new ArrayDeque<>();

    /** The first of {@link #waiting}; {@link #NONE}: no point waits. */
    private long next = NONE;

    /** Whether the present leader names points. */
    private boolean named;

    /** Delivered since the last snapshot began. */
    private long bytes;

    void named(boolean byLeader) {
        named = byLeader;
    }

    /** The leader has named this entry, which is not delivered yet. */
    void name(long zxid) {
        if (!waiting.isEmpty() && zxid <= waiting.peekLast()) return;
        if (waiting.size() == WAITING_MAX) waiting.removeFirst();
        waiting.addLast(zxid);
        next = waiting.peekFirst();
    }

    /** The points after {@code zxid} that are named and not delivered yet, ascending; a copy. */
    long[] after(long zxid) {
        return waiting.stream().mapToLong(Long::longValue).filter(point -> point > zxid).toArray();
    }

    /**
     * An entry is delivered.
     *
     * @param dueBytes how much is to be delivered between two snapshots
     * @return whether a snapshot is due after it
     */
    boolean onDelivered(Entry entry, long dueBytes) {
        bytes += entry.bytes();
        boolean point = false;
        while (next <= entry.zxid()) {
            point = next == entry.zxid();
            waiting.removeFirst();
            next = waiting.isEmpty() ? NONE : waiting.peekFirst();
        }
        return point || (named ? bytes / 2 : bytes) >= dueBytes;
    }

    /** See {@link Core#visitQueues}. */
    void visitQueues(QueueVisitor to) {
        to.queue("named points of snapshots", waiting.size(), WAITING_MAX);
    }

    long bytes() {
        return bytes;
    }

    /** A snapshot of what is delivered begins, or is the history now. */
    void begun() {
        bytes = 0;
    }
}
