package io.abcast.dissemination.forest.node;

import io.abcast.dissemination.forest.node.ForestMessage.Frame;
import io.abcast.kernel.Digest;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The frames that wait for one destination, in three classes of priority. The highest class contains late frames that
 * fewer than a quorum of members hold. The second class contains this member's own frames and frames that it relays, in
 * the order of their arrival. The lowest class contains late frames that a quorum already holds, and answers to
 * fetches. The two sorts of the lowest class take turns.
 *
 * <p><b>Bound:</b> of a payload that the destination fetches, the queue keeps only the digest, and takes the pieces from
 * {@link HeldPayloads} when they are sent; at most {@link ForestSettings#FETCHES_MAX} digests.
 */
final class DestinationQueue {
    enum Kind {
        OWN,
        RELAYED,
        LATE,
        FETCHED
    }

    /** Position in a payload that the destination fetches. */
    private static final class Cursor {
        private int nextPiece;
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

    private final HeldPayloads held;

    /** The payloads that the destination fetches, in the order of its requests. */
    private final LinkedHashMap<Digest, Cursor> fetched = new LinkedHashMap<>();

    private boolean isFetchedNext;

    private final long[] bytes = new long[Kind.values().length];

    /** Number of frames for this destination that are with the driver: passed to it and not sent yet. */
    int onLink;

    DestinationQueue(HeldPayloads held) {
        this.held = held;
    }

    long bytes(Kind kind) {
        return bytes[kind.ordinal()];
    }

    /** Returns false if the waiting frames of the same kind would then have more than {@code bytesMax} bytes. */
    boolean offer(Waiting waiting, long bytesMax) {
        int kind = waiting.kind().ordinal();
        if (bytes[kind] + waiting.bytes() > bytesMax) return false;
        bytes[kind] += waiting.bytes();
        (waiting.kind() == Kind.LATE ? last : normal).add(waiting);
        return true;
    }

    /**
     * Adds a payload that the destination fetches, unless all of its pieces or some of them already wait. At the bound
     * the request is ignored; the destination repeats it.
     */
    void fetch(Digest payload) {
        if (fetched.size() < ForestSettings.FETCHES_MAX) fetched.putIfAbsent(payload, new Cursor());
    }

    /** Late frames need no bound, because the number of own frames in flight is bounded. */
    void addUrgent(Waiting waiting) {
        bytes[waiting.kind().ordinal()] += waiting.bytes();
        urgent.add(waiting);
    }

    boolean isEmpty() {
        return urgent.isEmpty() && normal.isEmpty() && last.isEmpty() && fetched.isEmpty();
    }

    Waiting poll() {
        Waiting next = urgent.poll();
        if (next == null) next = normal.poll();
        if (next == null && isFetchedNext) next = nextFetched();
        if (next == null) {
            next = last.poll();
            if (next != null) isFetchedNext = true;
        }
        if (next == null) next = nextFetched();
        if (next != null && next.kind() != Kind.FETCHED)
            bytes[next.kind().ordinal()] -= next.bytes();
        return next;
    }

    private Waiting nextFetched() {
        isFetchedNext = false;
        while (!fetched.isEmpty()) {
            Map.Entry<Digest, Cursor> oldest = fetched.entrySet().iterator().next();
            Cursor at = oldest.getValue();
            Frame piece = held.piece(oldest.getKey(), at.nextPiece++);
            if (piece != null && held.piece(oldest.getKey(), at.nextPiece) != null)
                return new Waiting(piece.fetched(), null, Kind.FETCHED);
            fetched.remove(oldest.getKey());
            if (piece != null) return new Waiting(piece.fetched(), null, Kind.FETCHED);
        }
        return null;
    }
}
