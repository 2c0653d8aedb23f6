package io.abcast.zab;

import io.abcast.kernel.SnapshotId;
import io.abcast.zab.LinkMessage.SnapshotChunk;
import io.abcast.zab.LinkMessage.SnapshotDone;
import io.abcast.zab.LinkMessage.SnapshotRequest;
import io.abcast.zab.LinkMessage.Sync;
import io.abcast.zab.LinkMessage.SyncMode;
import io.abcast.zab.Progress.Stage;

/** A leader's snapshots, as its followers fetch them: one chunk at a time for each. */
final class SnapshotSource {
    private static final byte[] NO_NOTE = new byte[0];

    private final Core core;
    private final Leading leading;
    private final Progress[] followers;
    private final Broadcast broadcast;

    /** Chunks that followers have asked for and that are being read, by rank. */
    private final SnapshotRequest[] wanted;

    SnapshotSource(Core core, Leading leading, Progress[] followers, Broadcast broadcast) {
        this.core = core;
        this.leading = leading;
        this.followers = followers;
        this.broadcast = broadcast;
        wanted = new SnapshotRequest[followers.length];
    }

    /** How the session of a follower begins; a snapshot goes with what its note says. */
    Sync sync(int epoch, SyncPlan plan) {
        byte[] note = plan.mode() == SyncMode.SNAP ? core.history.configurations().note() : NO_NOTE;
        return new Sync(epoch, plan.mode(), plan.keep(), plan.snapshot(), note);
    }

    void onRequest(Progress p, SnapshotRequest message) {
        if (!leading.expect(p, p.stage == Stage.FETCHING, message)) return;
        leading.extendPhase();
        p.lacksBytes = message.snapshot().bytes() - message.offset();
        wanted[p.rank] = message;
        core.effects.readSnapshot(
                message.snapshot(), message.offset(), core.config.snapshotChunkBytes());
    }

    /**
     * @param bytes null if the snapshot could not be read there
     */
    void onRead(int epoch, SnapshotId snapshot, long offset, byte[] bytes) {
        for (int r = 0; r < followers.length; r++) {
            if (!takeRequest(r, snapshot, offset)) continue;
            Progress p = followers[r];
            if (p == null || p.stage != Stage.FETCHING) continue;
            LinkMessage answer = answer(epoch, p.keep, snapshot, offset, bytes);
            if (answer == null)
                leading.breakUp(p, "snapshot " + snapshot + " cannot be read at " + offset);
            else leading.send(p, answer);
        }
    }

    void onDone(Progress p, SnapshotDone message) {
        if (!leading.expect(p, p.stage == Stage.FETCHING, message)) return;
        leading.extendPhase();
        broadcast.stream(p, message.snapshot().zxid());
    }

    /** Whether the follower of that rank waits for this chunk; it then no longer does. */
    private boolean takeRequest(int rank, SnapshotId snapshot, long offset) {
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
     * @return null if the youngest snapshot cannot be read
     */
    private LinkMessage answer(
            int epoch, long keep, SnapshotId snapshot, long offset, byte[] bytes) {
        if (bytes != null) return new SnapshotChunk(snapshot, offset, bytes);
        SnapshotId youngest = core.history.snapshot();
        if (youngest.equals(snapshot)) return null;
        // A younger one may have taken its place meanwhile.
        return sync(epoch, new SyncPlan(SyncMode.SNAP, keep, youngest));
    }
}
