package io.abcast.zab;

import io.abcast.kernel.SnapshotId;
import io.abcast.zab.LinkMessage.KeepSnapshot;
import io.abcast.zab.LinkMessage.SnapshotChunk;
import io.abcast.zab.LinkMessage.SnapshotDone;
import io.abcast.zab.LinkMessage.SnapshotRequest;
import io.abcast.zab.LinkMessage.Sync;
import io.abcast.zab.LinkMessage.SyncMode;
import io.abcast.zab.Progress.Stage;

/** Sends a leader's snapshots to the followers that fetch them. Each follower gets one chunk at a time. */
final class SnapshotSource {
    private static final byte[] NO_NOTE = new byte[0];

    private final Core core;
    private final Leading leading;
    private final Progress[] followers;

    /** By rank, the request of the follower whose snapshot chunk the storage is reading. */
    private final SnapshotRequest[] wanted;

    SnapshotSource(Core core, Leading leading, Progress[] followers) {
        this.core = core;
        this.leading = leading;
        this.followers = followers;
        wanted = new SnapshotRequest[followers.length];
    }

    Sync sync(int epoch, SyncPlan plan) {
        HeldSnapshots.Held offered = core.history.snapshots().offered();
        byte[] note = plan.mode() == SyncMode.SNAP ? offered.note() : NO_NOTE;
        return new Sync(epoch, plan.mode(), plan.keep(), plan.snapshot(), note);
    }

    void begin(Progress p, SnapshotId snapshot) {
        p.stage = Stage.FETCHING;
        p.fetched = snapshot;
        onProgress(p);
    }

    void onRequest(Progress p, SnapshotRequest message) {
        if (!leading.expect(p, p.stage == Stage.FETCHING, message)) return;
        leading.extendPhase();
        p.lacksBytes = message.snapshot().bytes() - message.offset();
        wanted[p.rank] = message;
        onProgress(p);
        core.effects.readSnapshot(
                message.snapshot(), message.offset(), core.config.snapshotChunkBytes());
    }

    /**
     * @param bytes the bytes of the snapshot at {@code offset}; null if the storage could not read these bytes
     */
    void onRead(int epoch, SnapshotId snapshot, long offset, byte[] bytes) {
        for (int r = 0; r < followers.length; r++) {
            if (!takeRequest(r, snapshot, offset)) continue;
            Progress p = followers[r];
            if (p == null || p.stage != Stage.FETCHING) continue;
            LinkMessage answer = answer(epoch, p, snapshot, offset, bytes);
            if (answer == null)
                leading.breakUp(p, "snapshot " + snapshot + " cannot be read at " + offset);
            else leading.send(p, answer);
        }
    }

    void onDone(Progress p, SnapshotDone message) {
        if (!leading.expect(p, p.stage == Stage.FETCHING, message)) return;
        leading.extendPhase();
        onProgress(p);
        leading.stream(p, message.snapshot().zxid());
    }

    /**
     * Keeps the snapshot that a follower fetches, and the log entries after the snapshot, until the leader has sent
     * these entries to the follower.
     */
    void onProgress(Progress p) {
        if (p.fetched == null || p.upToDate) return;
        if (core.history.snapshots().keep(p.fetched, core.now())) announceKept();
    }

    /**
     * Asks all other followers to keep the snapshot that a follower is fetching, which can then continue its fetch if
     * one of them becomes leader.
     */
    void announceKept() {
        SnapshotId kept = core.history.snapshots().kept();
        if (kept == null || !isFetched(kept)) return;
        for (Progress p : followers)
            if (p != null && p.upToDate && p.info.version() >= ZabCodec.VERSION_2)
                leading.send(p, new KeepSnapshot(kept));
    }

    private boolean isFetched(SnapshotId snapshot) {
        for (Progress p : followers)
            if (p != null && !p.upToDate && snapshot.equals(p.fetched)) return true;
        return false;
    }

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
     * Returns the leader's answer to a follower that waits for a snapshot chunk; null if the storage cannot read the
     * newest snapshot of this leader.
     */
    private LinkMessage answer(
            int epoch, Progress p, SnapshotId snapshot, long offset, byte[] bytes) {
        if (bytes != null) return new SnapshotChunk(snapshot, offset, bytes);
        core.history.snapshotLost(snapshot);
        SnapshotId offered = core.history.snapshots().offered().id();
        if (offered.equals(snapshot)) return null;
        // A newer snapshot may have replaced the snapshot that the follower has requested.
        begin(p, offered);
        return sync(epoch, new SyncPlan(SyncMode.SNAP, p.keep, offered));
    }
}
