package io.abcast.dissemination.forest.node;

import io.abcast.dissemination.forest.node.ForestMessage.Frame;
import io.abcast.kernel.Digest;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The payloads of which this member has all pieces or some pieces. For each source, the bytes of incomplete payloads
 * and of complete payloads that the application has not claimed are bounded. At the bound of a source, the member drops
 * the oldest incomplete or unclaimed payloads of the source. A payload takes memory only for bytes that have arrived,
 * not for announced bytes; so a false length costs no memory.
 */
final class HeldPayloads {
    /**
     * If {@link ForestSettings#keeps} is false, payloads with equal bytes are different multicasts, so source and first
     * sequence number count.
     */
    private record Key(int source, long first, Digest digest) {}

    /** Assumed memory overhead of each piece of a payload; it also bounds the number of empty pieces. */
    private static final int PIECE_BYTES = 256;

    private static final class Held {
        final Key key;
        final int owner;
        final int length;
        final TreeMap<Integer, Frame> pieces = new TreeMap<>();
        long bytes;
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

    /** For each source, the payloads that are incomplete or that the application has not claimed, oldest first. */
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

    /** Returns {@code null} if this member does not have the whole payload, or the payload has no such piece. */
    Frame piece(Digest digest, int index) {
        Held payload = held.get(key(digest));
        return payload == null || !payload.isComplete ? null : payload.pieces.get(index);
    }

    int owner(Digest digest) {
        return held.get(key(digest)).owner;
    }

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

    long looseBytes(int source) {
        return looseBytes[source];
    }

    /**
     * The caller has checked the digest of the piece.
     *
     * @param owner the member whose buffer bound the piece counts against: the source, or the member that answered a
     *     fetch
     * @param isWanted whether this member is fetching the payload, so that the bound on bytes per source does not apply
     *     to it
     * @return the payload if {@code frame} completes it and it matches its digest; otherwise {@code null}
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

    private void release(Held payload) {
        loose.get(payload.owner).remove(payload.key);
        looseBytes[payload.owner] -= payload.memory;
    }

    private void evict(int source) {
        while (looseBytes[source] > bufferBytesMax) {
            figures.evicted++;
            drop(loose.get(source).values().iterator().next());
        }
    }
}
