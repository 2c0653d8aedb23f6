package io.abcast.zab;

import io.abcast.kernel.SnapshotId;
import io.abcast.zab.LinkMessage.SnapshotChunk;
import io.abcast.zab.LinkMessage.SnapshotRequest;
import io.abcast.zab.LinkMessage.Sync;
import io.abcast.zab.LinkMessage.SyncMode;

/** A leader's snapshots, as its followers fetch them: one chunk at a time for each. */
final class SnapshotSource {
    private final Core core;

    /** Chunks that followers have asked for and that are being read, by rank. */
    private final SnapshotRequest[] wanted;

    SnapshotSource(Core core) {
        this.core = core;
        wanted = new SnapshotRequest[core.members.size()];
    }

    void onRequest(int rank, SnapshotRequest message) {
        wanted[rank] = message;
        core.effects.readSnapshot(
                message.snapshot(), message.offset(), core.config.snapshotChunkBytes());
    }

    /** @return whether the follower of that rank waits for this chunk; it then no longer does */
    boolean takeRequest(int rank, SnapshotId snapshot, long offset) {
        SnapshotRequest request = wanted[rank];
        boolean fits =
                request != null
                        && request.offset() == offset
                        && request.snapshot().equals(snapshot);
        if (fits) wanted[rank] = null;
        return fits;
    }

    /**
     * What to answer a follower that waits for a chunk.
     *
     * @param bytes null if the snapshot could not be read there
     * @return null if the youngest snapshot cannot be read
     */
    LinkMessage answer(int epoch, long keep, SnapshotId snapshot, long offset, byte[] bytes) {
        if (bytes != null) return new SnapshotChunk(snapshot, offset, bytes);
        SnapshotId youngest = core.history.snapshot();
        // A younger one may have taken its place meanwhile.
        return youngest.equals(snapshot) ? null : new Sync(epoch, SyncMode.SNAP, keep, youngest);
    }
}
