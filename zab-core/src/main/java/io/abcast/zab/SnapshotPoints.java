package io.abcast.zab;

import io.abcast.kernel.Entry;
import io.abcast.kernel.QueueVisitor;
import java.util.ArrayDeque;

/**
 * The snapshot points: the entries after which this member takes a snapshot. The leader announces a snapshot point
 * before it sends the entry itself. Because the leader announces snapshot points, all members take snapshots after the
 * same entries, with equal contents and equal ids. Because snapshots are equal, a follower can begin to fetch a
 * snapshot from one leader and continue the fetch at the next leader.
 *
 * <p>If the leader announces no snapshot point for twice the usual number of delivered bytes, a member takes a snapshot
 * without an announcement. A leader with wire format version 1 announces no snapshot points; under such a leader, each
 * member takes snapshots after the usual number of bytes.
 *
 * <p><b>Bound:</b> at most {@link #WAITING_MAX} announced snapshot points wait for the delivery of their entries. At
 * the bound, the member drops the oldest announced snapshot point.
 */
final class SnapshotPoints {
    static final int WAITING_MAX = 64;

    private static final long NONE = Long.MAX_VALUE;

    /** The announced snapshot points that are not delivered yet, in ascending order of zxid. */
    private final ArrayDeque<Long> waiting = new ArrayDeque<>();

    /** The zxid of the first snapshot point in {@link #waiting}; {@link #NONE} if {@link #waiting} is empty. */
    private long next = NONE;

    /**
     * Whether the present leader has announced a snapshot point; leaders of the first release announce no snapshot
     * points.
     */
    private boolean named;

    /** Number of bytes of entries that this member has delivered since its last snapshot began. */
    private long bytes;

    void named(boolean byLeader) {
        named = byLeader;
    }

    /**
     * Records the leader's announcement of the entry {@code zxid} as a snapshot point. When the leader announces a
     * snapshot point, this member must not have delivered the entry yet.
     */
    void name(long zxid) {
        if (!waiting.isEmpty() && zxid <= waiting.peekLast()) return;
        if (waiting.size() == WAITING_MAX) waiting.removeFirst();
        waiting.addLast(zxid);
        next = waiting.peekFirst();
    }

    /** Returns a copy of the announced snapshot points after {@code zxid} that are not delivered yet, ascending. */
    long[] after(long zxid) {
        return waiting.stream().mapToLong(Long::longValue).filter(point -> point > zxid).toArray();
    }

    /**
     * Counts a delivered entry, and decides whether a snapshot is due.
     *
     * @param dueBytes number of bytes of entries that this member delivers between two snapshots
     * @return whether this member must take a snapshot after {@code entry}
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

    /** Reports the number of waiting snapshot points to {@code to}; see {@link Core#visitQueues}. */
    void visitQueues(QueueVisitor to) {
        to.queue("named points of snapshots", waiting.size(), WAITING_MAX);
    }

    long bytes() {
        return bytes;
    }

    /**
     * Restarts the count of bytes, because this member begins a snapshot or a fetched snapshot has replaced its
     * history.
     */
    void begun() {
        bytes = 0;
    }
}
