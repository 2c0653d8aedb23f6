package io.abcast.zab;

import io.abcast.kernel.Entry;
import io.abcast.kernel.QueueVisitor;
import java.util.ArrayDeque;

/**
 * The snapshot points: the entries after which this member takes a snapshot, announced by the leader before the
 * entries. So all members take equal snapshots, and a follower can begin to fetch a snapshot from one leader and
 * continue at the next leader.
 *
 * <p>If the leader announces no snapshot point for twice the usual number of delivered bytes, a member takes a snapshot
 * without an announcement. Under a leader with wire format version 1, which announces none, each member takes snapshots
 * after the usual number of bytes.
 *
 * <p><b>Bound:</b> at most {@link #WAITING_MAX} announced snapshot points wait for the delivery of their entries. At
 * the bound, the member drops the oldest announced snapshot point.
 */
final class SnapshotPoints {
    static final int WAITING_MAX = 64;

    private static final long NONE = Long.MAX_VALUE;

    private final ArrayDeque<Long> waiting = new ArrayDeque<>();

    private long next = NONE;

    /**
     * Whether the present leader has announced a snapshot point; leaders of the first release announce no snapshot
     * points.
     */
    private boolean named;

    private long bytes;

    void named(boolean byLeader) {
        named = byLeader;
    }

    /**
     * Records the leader's announcement of the entry {@code zxid}, which must not be delivered yet, as a snapshot
     * point.
     */
    void name(long zxid) {
        if (!waiting.isEmpty() && zxid <= waiting.peekLast()) return;
        if (waiting.size() == WAITING_MAX) waiting.removeFirst();
        waiting.addLast(zxid);
        next = waiting.peekFirst();
    }

    long[] after(long zxid) {
        return waiting.stream().mapToLong(Long::longValue).filter(point -> point > zxid).toArray();
    }

    /**
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

    void visitQueues(QueueVisitor to) {
        to.queue("named points of snapshots", waiting.size(), WAITING_MAX);
    }

    long bytes() {
        return bytes;
    }

    void begun() {
        bytes = 0;
    }
}
