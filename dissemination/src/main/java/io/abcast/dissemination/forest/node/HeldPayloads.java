package io.abcast.dissemination.forest.node;

import io.abcast.dissemination.forest.node.ForestMessage.Frame;
import io.abcast.kernel.Digest;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Payloads that this member has, completely or in pieces. For each source, the bytes of incomplete payloads and of
 * complete payloads that the application has not claimed are bounded: at the bound, the oldest of these payloads are
 * dropped. Memory grows only with bytes that have arrived.
 */
final class HeldPayloads {
    /**
     * Identity of a payload in transfer. The identity contains the digest. If {@link ForestSettings#keeps} is false,
     * two equal payloads are different multicasts, so the identity also contains the place of the payload in the stream
     * of its source.
     */
    private record Key(int source, long first, Digest digest) {}

    /**
     * Assumed memory in bytes of a piece in addition to its content. With it, the number of empty pieces is bounded as
     * well.
     */
    private static final int PIECE_BYTES = 256;

    /** A payload with its pieces by index. */
    private static final class Held {
        final Key key;
        final int owner;
        final int length;
        final TreeMap<Integer, Frame> pieces = new TreeMap<>();
        long bytes;

        /** Memory of the payload in bytes: {@link #bytes} plus {@link #PIECE_BYTES} for each piece. */
        long memory;

        boolean isComplete;
        boolean isClaimed;

        Held(Key key, int owner, int length) {
            this.key = key;
            this.owner = owner;
            this.length = length;
        }
    }

    private final boolean keeps;
    private final long bufferBytesMax;
    private final ForestFigures figures;
    private final Map<Key, Held> held = new HashMap<>();

    /**
     * By source: the payloads that are incomplete or unclaimed, oldest first. The field {@link #looseBytes} has the
     * memory of these payloads.
     */
    private final TreeMap<Integer, LinkedHashMap<Key, Held>> loose = new TreeMap<>();

    private final long[] looseBytes = new long[ForestSettings.ID_MAX + 1];

    HeldPayloads(ForestSettings settings, ForestFigures figures) {
        this.keeps = settings.keeps();
        this.bufferBytesMax = settings.bufferBytesMax();
        this.figures = figures;
    }

    private Key key(Frame frame) {
        return keeps
                ? key(frame.payload())
                : new Key(frame.source(), frame.sequence() - frame.index(), frame.payload());
    }

    private static Key key(Digest digest) {
        return new Key(0, 0, digest);
    }

    boolean isComplete(Digest digest) {
        Held payload = held.get(key(digest));
        return payload != null && payload.isComplete;
    }

    /** The pieces of a complete payload; {@code null} if this member does not have the whole payload. */
    Iterable<Frame> pieces(Digest digest) {
        Held payload = held.get(key(digest));
        return payload == null || !payload.isComplete ? null : payload.pieces.values();
    }

    /** The source of a complete payload, or the member from which the payload was fetched. */
    int owner(Digest digest) {
        return held.get(key(digest)).owner;
    }

    /** The bytes of a complete payload. */
    byte[] bytes(Digest digest) {
        TreeMap<Integer, Frame> pieces = held.get(key(digest)).pieces;
        return pieces.size() == 1 ? pieces.firstEntry().getValue().bytes() : join(pieces);
    }

    private static byte[] join(TreeMap<Integer, Frame> pieces) {
        int length = 0;
        for (Frame piece : pieces.values()) length += piece.bytes().length;
        byte[] whole = new byte[length];
        int at = 0;
        for (Frame piece : pieces.values()) {
            System.arraycopy(piece.bytes(), 0, whole, at, piece.bytes().length);
            at += piece.bytes().length;
        }
        return whole;
    }

    /** Memory in bytes of the incomplete and unclaimed payloads of member {@code source}. */
    long looseBytes(int source) {
        return looseBytes[source];
    }

    /**
     * Adds a piece whose own digest has been checked.
     *
     * @param owner the member against whose bound the bytes count: the source, or the member that answered a fetch
     * @param isWanted whether the payload is being fetched. Such a payload counts as claimed, even if its first pieces
     *     were dropped before
     * @return the payload if the piece completes it and it matches its digest; otherwise {@code null}
     */
    byte[] add(Frame frame, int owner, int from, boolean isWanted) {
        if (frame.isWhole() && !keeps) return frame.bytes();
        Key key = key(frame);
        Held payload = held.get(key);
        if (payload == null) {
            payload = new Held(key, owner, frame.length());
            held.put(key, payload);
            payload.isClaimed = isWanted;
            if (!isWanted)
                loose.computeIfAbsent(owner, none -> new LinkedHashMap<>()).put(key, payload);
        }
        if (payload.isComplete || payload.pieces.containsKey(frame.index())) return null;
        if (payload.length != frame.length()) {
            figures.damaged(from);
            return null;
        }
        payload.pieces.put(frame.index(), frame);
        payload.bytes += frame.bytes().length;
        int memory = frame.bytes().length + PIECE_BYTES;
        payload.memory += memory;
        if (!payload.isClaimed) looseBytes[payload.owner] += memory;
        byte[] whole = payload.bytes < payload.length ? null : assemble(payload, from);
        evict(payload.owner);
        return whole;
    }

    private byte[] assemble(Held payload, int from) {
        int index = 0;
        boolean fits = payload.bytes == payload.length;
        for (Frame piece : payload.pieces.values()) fits &= piece.index() == index++;
        byte[] whole = fits ? join(payload.pieces) : null;
        if (!fits || !Digest.of(whole).equals(payload.key.digest())) {
            figures.damaged(from);
            drop(payload);
            return null;
        }
        payload.isComplete = true;
        if (!keeps) drop(payload);
        return whole;
    }

    /** Keeps a payload of which this member is the source. The payload counts as claimed. */
    void addOwn(Digest digest, int self, Iterable<Frame> pieces) {
        Held payload = held.get(key(digest));
        if (payload != null && payload.isComplete) {
            claim(digest);
            return;
        }
        if (payload != null) drop(payload);
        payload = new Held(key(digest), self, 0);
        payload.isComplete = true;
        payload.isClaimed = true;
        for (Frame piece : pieces) payload.pieces.put(piece.index(), piece);
        held.put(payload.key, payload);
    }

    /** Reports that the application knows the payload, which is then kept until {@link #forget}. */
    void claim(Digest digest) {
        Held payload = held.get(key(digest));
        if (payload == null || payload.isClaimed) return;
        release(payload);
        payload.isClaimed = true;
    }

    void forget(Digest digest) {
        Held payload = held.get(key(digest));
        if (payload != null) drop(payload);
    }

    private void drop(Held payload) {
        held.remove(payload.key);
        if (!payload.isClaimed) release(payload);
    }

    /** Removes a payload from the bounded buffer of its source, because it is claimed or forgotten. */
    private void release(Held payload) {
        loose.get(payload.owner).remove(payload.key);
        looseBytes[payload.owner] -= payload.memory;
    }

    /** Drops the oldest incomplete or unclaimed payloads of a source until the remaining ones are within the bound. */
    private void evict(int source) {
        while (looseBytes[source] > bufferBytesMax) {
            figures.evicted++;
            drop(loose.get(source).values().iterator().next());
        }
    }
}
