package io.abcast.sim;

import io.abcast.kernel.SnapshotId;
import java.util.Arrays;

/** What one member's storage has of a snapshot that it fetches. */
final class PartialSnapshot {
    private SnapshotId id;
    private byte[] content = new byte[0];
    private int bytes;

    /** {@code null} if there is none. */
    SnapshotId id() {
        return id;
    }

    /** How many bytes are there, from the first one on. */
    int bytes() {
        return bytes;
    }

    /**
     * As the real storages: what does not continue the transfer is dropped, and the answer says where it is.
     *
     * @return whether the bytes are within the snapshot
     */
    boolean write(SnapshotId snapshot, long offset, byte[] chunk) {
        if (!snapshot.equals(id) || offset == 0) {
            id = snapshot;
            bytes = 0;
            content = new byte[(int) snapshot.bytes()];
        }
        if (chunk.length > snapshot.bytes() - offset) return false;
        if (offset == bytes) {
            System.arraycopy(chunk, 0, content, bytes, chunk.length);
            bytes += chunk.length;
        }
        return true;
    }

    /** The whole content of this snapshot, {@code null} if that is not what is here. */
    byte[] complete(SnapshotId snapshot) {
        return snapshot.equals(id) && bytes == snapshot.bytes()
                ? Arrays.copyOf(content, bytes)
                : null;
    }

    /** A crash keeps the beginning only. */
    void lose(Rng random) {
        bytes = random.below(bytes + 1);
        if (bytes == 0) id = null;
    }

    void clear() {
        id = null;
        bytes = 0;
    }
}
