package io.abcast.zab;

import io.abcast.kernel.Entry;
import io.abcast.kernel.QueueVisitor;
import java.util.ArrayDeque;

/**
 * The snapshot points: entries after which this member takes a snapshot. The leader announces a point before it sends
 * the entry, so that all members take their snapshots at the same points. As a result, equal contents have equal ids,
 * and a fetch that began at one member can continue at another.
 *
 * <p>A member chooses its own point if the leader announces no point within twice the usual number of bytes. A leader
 * that uses version 1 of the wire format announces no points. Under such a leader, a member takes a snapshot after the
 * usual number of bytes.
 *
 * <p><b>Bound:</b> {@link #WAITING_MAX} announced points that are not delivered yet. At the bound, the oldest point is
 * dropped.
 */
final class SnapshotPoints {
    static final int WAITING_MAX = 64;

    private static final long NONE = Long.MAX_VALUE;

    /** The announced points that are not delivered yet, ascending. */
    private final ArrayDeque<Long> waiting = new ArrayDeque<>();

    /** The first point in {@link #waiting}; {@link #NONE} if {@link #waiting} is empty. */
    private long next = NONE;

    /** Whether the present leader announces points. */
    private boolean named;

    /** Number of bytes delivered since the last snapshot began. */
    private long bytes;

    void named(boolean byLeader) {
        named = byLeader;
    }

    /** Reports that the leader has announced the entry {@code zxid} as a point. The entry is not delivered yet. */
    void name(long zxid) {
        if (!waiting.isEmpty() && zxid <= waiting.peekLast()) return;
        if (waiting.size() == WAITING_MAX) waiting.removeFirst();
        waiting.addLast(zxid);
        next = waiting.peekFirst();
    }

    /** Returns a copy of the announced points after {@code zxid} that are not delivered yet, ascending. */
    long[] after(long zxid) {
        return waiting.stream().mapToLong(Long::longValue).filter(point -> point > zxid).toArray();
    }

    /**
     * Reports that an entry is delivered.
     *
     * @param dueBytes number of bytes to deliver between two snapshots
     * @return whether a snapshot is due after the entry
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

    /** Reports that a snapshot of the delivered state begins, or has replaced the history. */
    void begun() {
        bytes = 0;
    }
}
