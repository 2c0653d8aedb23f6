package io.abcast.zab;

import io.abcast.kernel.Entry;
import io.abcast.kernel.QueueVisitor;
import java.util.ArrayDeque;

/**
 * The snapshot points: the entries after which this member takes a snapshot. The leader announces a snapshot point
 * before it sends the point's entry, so that all members take their snapshots after the same entries. Because all
 * members use the leader's snapshot points, the snapshots of the members have equal contents and equal ids. A follower
 * can therefore begin to fetch a snapshot from one leader and continue the fetch at the next leader.
 *
 * <p>A member chooses its own snapshot point if the leader announces no point within twice the usual number of
 * delivered bytes. A leader that uses version 1 of the wire format announces no snapshot points. Under a leader that
 * announces no snapshot points, a member takes a snapshot after the usual number of delivered bytes.
 *
 * <p><b>Bound:</b> at most {@link #WAITING_MAX} announced snapshot points wait until they are delivered. If
 * {@link #WAITING_MAX} snapshot points wait for the delivery of their entries, the member drops the oldest waiting
 * snapshot point.
 */
final class SnapshotPoints {
    static final int WAITING_MAX = 64;

    private static final long NONE = Long.MAX_VALUE;

    /** The announced snapshot points that are not delivered yet, in ascending order of zxid. */
    private final ArrayDeque<Long> waiting = new ArrayDeque<>();

    /** The zxid of the first snapshot point in {@link #waiting}; {@link #NONE} if {@link #waiting} is empty. */
    private long next = NONE;

    /** Whether the present leader announces snapshot points. */
    private boolean named;

    /** Number of bytes of entries that this member has delivered since its last snapshot began. */
    private long bytes;

    void named(boolean byLeader) {
        named = byLeader;
    }

    /**
     * Notes that the leader has announced the entry {@code zxid} as a snapshot point. This member must not have
     * delivered the entry {@code zxid} yet.
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
     * Notes that this member has delivered {@code entry}.
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
     * Notes that this member begins a snapshot of its delivered state, or that a snapshot has replaced its history.
     */
    void begun() {
        bytes = 0;
    }
}
