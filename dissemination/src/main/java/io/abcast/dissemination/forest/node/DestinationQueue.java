package io.abcast.dissemination.forest.node;

import io.abcast.dissemination.forest.node.ForestMessage.Frame;
import java.util.ArrayDeque;

/**
 * The frames that wait for one destination, in three classes of priority. The highest class contains late frames that
 * fewer than a quorum of members hold. The second class contains this member's own frames and frames that it relays, in
 * the order of their arrival. The lowest class contains answers to fetches, and late frames that a quorum already
 * holds.
 */
final class DestinationQueue {
    enum Kind {
        OWN,
        RELAYED,
        LATE,
        FETCHED
    }

    /** @param own the record of the frame if this member is its source; {@code null} otherwise */
    record Waiting(Frame frame, OwnFrame own, Kind kind) {
        int bytes() {
            return frame.bytes().length;
        }
    }

    private final ArrayDeque<Waiting> urgent = new ArrayDeque<>();
    private final ArrayDeque<Waiting> normal = new ArrayDeque<>();
    private final ArrayDeque<Waiting> last = new ArrayDeque<>();

    private final long[] bytes = new long[Kind.values().length];

    /** Number of frames for this destination that are with the driver: passed to it and not sent yet. */
    int onLink;

    long bytes(Kind kind) {
        return bytes[kind.ordinal()];
    }

    /** Returns false if the waiting frames of the same kind would then have more than {@code bytesMax} bytes. */
    boolean offer(Waiting waiting, long bytesMax) {
        int kind = waiting.kind().ordinal();
        if (bytes[kind] + waiting.bytes() > bytesMax) return false;
        bytes[kind] += waiting.bytes();
        boolean isLast = waiting.kind() == Kind.LATE || waiting.kind() == Kind.FETCHED;
        (isLast ? last : normal).add(waiting);
        return true;
    }

    /** Late frames need no bound, because the number of own frames in flight is bounded. */
    void addUrgent(Waiting waiting) {
        bytes[waiting.kind().ordinal()] += waiting.bytes();
        urgent.add(waiting);
    }

    boolean isEmpty() {
        return urgent.isEmpty() && normal.isEmpty() && last.isEmpty();
    }

    Waiting poll() {
        Waiting next = urgent.poll();
        if (next == null) next = normal.poll();
        if (next == null) next = last.poll();
        if (next != null) bytes[next.kind().ordinal()] -= next.bytes();
        return next;
    }
}
