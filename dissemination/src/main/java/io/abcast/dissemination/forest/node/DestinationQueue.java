package io.abcast.dissemination.forest.node;

import io.abcast.dissemination.forest.node.ForestMessage.Frame;
import java.util.ArrayDeque;

/**
 * Frames that wait for one destination, in three classes. The first class has late frames that a quorum needs. The
 * second class has own frames and relayed frames, in the order of their arrival. The third class has late frames that
 * only members beyond the quorum need, and answers to fetches.
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
     * @param own the record of an own frame; {@code null} if the frame is another member's
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

    /** Number of frames that the driver has received and not yet transmitted. */
    int onLink;

    /** Number of waiting bytes of one kind. */
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

    /**
     * Adds a late frame that a quorum needs. The number of these frames is bounded, because own frames in flight are
     * bounded.
     */
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
