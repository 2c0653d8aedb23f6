package io.abcast.zab;

import io.abcast.kernel.Effects;
import io.abcast.kernel.SnapshotId;

/**
 * The snapshots that this member can transfer to other members: the two newest ones, and one that is kept while a
 * follower fetches it. The storage keeps the log after each of these snapshots.
 *
 * <p>The leader keeps a snapshot as long as a fetch of it makes progress. The leader announces the snapshot to its
 * followers, which keep their snapshots with the same id. So a fetch can take longer than the interval of many
 * snapshots, and can continue at another leader. One snapshot is kept at a time. It is released when its fetch makes no
 * progress for a while.
 */
final class HeldSnapshots {
    /** @param note the note that was given to {@link Effects#takeSnapshot} */
    record Held(SnapshotId id, byte[] note) {}

    private static final byte[] NO_NOTE = new byte[0];

    private final Effects effects;
    private final long keepNanos;

    private Held newest = new Held(SnapshotId.EMPTY, NO_NOTE);

    /** The snapshot before the newest one; {@code null} without such a snapshot, or if it is not known. */
    private Held previous;

    /** The kept snapshot; {@code null} if none is kept. */
    private Held kept;

    private long keptUntilNanos;

    /** @param keepNanos time in ns for which a snapshot is kept after a follower last fetched a part of it */
    HeldSnapshots(Effects effects, long keepNanos) {
        this.effects = effects;
        this.keepNanos = keepNanos;
    }

    /** Reports that the history begins with this snapshot, after recovery or an installation. */
    void begin(SnapshotId id, byte[] note) {
        newest = new Held(id, note);
        previous = null;
        kept = null;
    }

    void taken(SnapshotId id, byte[] note) {
        previous = newest;
        newest = new Held(id, note);
    }

    SnapshotId newest() {
        return newest.id();
    }

    /**
     * Returns the snapshot for a follower that needs one. If a snapshot is kept, it is chosen, so that no second one
     * has to be kept.
     */
    Held offered() {
        return kept == null ? newest : kept;
    }

    /** The id of the kept snapshot; {@code null} if none is kept. */
    SnapshotId kept() {
        return kept == null ? null : kept.id();
    }

    /**
     * Reports that a fetch of a snapshot makes progress. Has no effect if another snapshot is kept, or if this member
     * does not hold the fetched snapshot.
     *
     * @return whether this call begins to keep the snapshot
     */
    boolean keep(SnapshotId id, long nowNanos) {
        expire(nowNanos);
        boolean begins = kept == null;
        if (begins) {
            kept = find(id);
            if (kept == null) return false;
            effects.keepSnapshot(id);
        }
        if (kept.id().equals(id)) keptUntilNanos = nowNanos + keepNanos;
        return begins;
    }

    private Held find(SnapshotId id) {
        if (id.equals(SnapshotId.EMPTY)) return null;
        if (newest.id().equals(id)) return newest;
        return previous != null && previous.id().equals(id) ? previous : null;
    }

    /** Releases the kept snapshot if its fetch has made no progress for {@code keepNanos}. */
    void expire(long nowNanos) {
        if (kept != null && nowNanos >= keptUntilNanos) release();
    }

    /**
     * Reports that the storage does not hold the snapshot any more.
     *
     * @return whether the snapshot was kept
     */
    boolean lost(SnapshotId id) {
        if (kept == null || !kept.id().equals(id)) return false;
        release();
        return true;
    }

    private void release() {
        kept = null;
        effects.keepSnapshot(SnapshotId.EMPTY);
    }
}
