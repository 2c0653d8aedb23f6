package io.abcast.dissemination.forest.node;

import io.abcast.dissemination.forest.node.ForestMessage.Frame;
import java.util.ArrayDeque;

/**
 * Frames that wait for one destination, in three classes. Late frames that a quorum needs go first, then own frames and
 * relayed frames in the order of their arrival, then late frames for the rest and answers to fetches.
 */
final class DestinationQueue {
    /** Purpose of a waiting frame. */
    enum Kind {
        OWN,
        RELAYED,
        LATE,
        FETCHED
    }

    /**
     * A waiting frame.
     *
     * @param own the record of the frame; {@code null} if it is another member's frame
     */
    record Waiting(Frame frame, OwnFrame own, Kind kind) {
        int bytes() {
            return frame.bytes().length;
        }
    }

    private final ArrayDeque<Waiting> urgent = new ArrayDeque<>();
    private final ArrayDeque<Waiting> normal = new ArrayDeque<>();
    private final ArrayDeque<Waiting> last = new ArrayDeque<>();

    private final long[] bytes = new long[Kind.values().length];

    /** Frames that the driver has and has not transmitted. */
    int onLink;

    /** Bytes that wait, of one kind. */
    long bytes(Kind kind) {
        return bytes[kind.ordinal()];
    }

    /** Adds a frame if it does not exceed the bound on waiting bytes of its kind. */
    boolean offer(Waiting waiting, long bytesMax) {
        int kind = waiting.kind().ordinal();
        if (bytes[kind] + waiting.bytes() > bytesMax) return false;
        bytes[kind] += waiting.bytes();
        boolean isLast = waiting.kind() == Kind.LATE || waiting.kind() == Kind.FETCHED;
        (isLast ? last : normal).add(waiting);
        return true;
    }

    /** Adds a late frame that a quorum needs. Own frames in flight are bounded, so this queue is too. */
    void addUrgent(Waiting waiting) {
        bytes[waiting.kind().ordinal()] += waiting.bytes();
        urgent.add(waiting);
    }

    boolean isEmpty() {
        return urgent.isEmpty() && normal.isEmpty() && last.isEmpty();
    }

    /** Removes the next frame; {@code null} if the queue is empty. */
    Waiting poll() {
        Waiting next = urgent.poll();
        if (next == null) next = normal.poll();
        if (next == null) next = last.poll();
        if (next != null) bytes[next.kind().ordinal()] -= next.bytes();
        return next;
    }
}
