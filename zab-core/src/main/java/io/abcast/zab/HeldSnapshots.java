package io.abcast.zab;

import io.abcast.kernel.Effects;
import io.abcast.kernel.SnapshotId;

/**
 * The snapshots that this member can transfer to other members: the two newest snapshots, and one snapshot that is kept
 * while a follower fetches it. The storage keeps the log after each of these snapshots.
 *
 * <p>The leader keeps a snapshot as long as a follower makes progress in fetching it. The leader announces the kept
 * snapshot to its followers, and each of them keeps its own snapshot with the same id. So a fetch may take longer than
 * the time between many snapshots, and can continue at another leader. One snapshot is kept at a time. A kept snapshot
 * is released when no follower has fetched a part of it for {@code keepNanos}.
 */
final class HeldSnapshots {
    /** @param note the note that was given to {@link Effects#takeSnapshot} */
    record Held(SnapshotId id, byte[] note) {}

    private static final byte[] NO_NOTE = new byte[0];

    private final Effects effects;
    private final long keepNanos;

    private Held newest = new Held(SnapshotId.EMPTY, NO_NOTE);

    /** The second newest snapshot; {@code null} if this snapshot does not exist or is not known. */
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
     * Returns the snapshot to offer to a follower that needs one: the kept snapshot if there is one, so that no second
     * snapshot has to be kept.
     */
    Held offered() {
        return kept == null ? newest : kept;
    }

    /** The id of the kept snapshot; {@code null} if none is kept. */
    SnapshotId kept() {
        return kept == null ? null : kept.id();
    }

    /**
     * Reports that a follower has made progress in fetching a snapshot. The call has no effect if another snapshot is
     * kept, or if this member does not hold the fetched snapshot.
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
