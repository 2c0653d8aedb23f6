package io.abcast.zab;

import io.abcast.kernel.Effects;
import io.abcast.kernel.SnapshotId;

/**
 * The snapshots that this member can give to others: the two newest, and one that is kept while a follower fetches it. The storage keeps the
 * log after each of them.
 *
 * <p>The leader keeps a snapshot as long as its fetch makes progress, and tells its followers, which keep theirs with the same id. So a
 * fetch that lasts many snapshots long ends, also at another leader. One snapshot is kept at a time; when the fetch makes no progress for a while, it
 * goes.
 */
final class HeldSnapshots {
    /** @param note as of {@link Effects#takeSnapshot} */
    record Held(SnapshotId id, byte[] note) {}

    private static final byte[] NO_NOTE = new byte[0];

    private final Effects effects;
    private final long keepNanos;

    private Held newest = new Held(SnapshotId.EMPTY, NO_NOTE);

    /** The one before; {@code null}: none, or not known. */
    private Held previous;

    /** {@code null}: none is kept. */
    private Held kept;

    private long keptUntilNanos;

    /** @param keepNanos how long a snapshot is kept after the last sign of its fetch */
    HeldSnapshots(Effects effects, long keepNanos) {
        this.effects = effects;
        this.keepNanos = keepNanos;
    }

    /** The history begins with this one, by recovery or by an installation. */
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

    /** The snapshot for a follower that needs one: the kept one, so that no two are. */
    Held offered() {
        return kept == null ? newest : kept;
    }

    /** The snapshot that is kept; {@code null}: none is. */
    SnapshotId kept() {
        return kept == null ? null : kept.id();
    }

    /**
     * A fetch of this snapshot makes progress. Of no effect if another one is kept, or this one is not held.
     *
     * @return whether it was not kept before
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

    /** Lets the kept one go if its fetch has made no progress for long. */
    void expire(long nowNanos) {
        if (kept != null && nowNanos >= keptUntilNanos) release();
    }

    /** The storage does not hold it any more. @return whether it was kept */
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
