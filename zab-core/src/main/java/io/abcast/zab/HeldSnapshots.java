package io.abcast.zab;

import io.abcast.kernel.Effects;
import io.abcast.kernel.SnapshotId;

/**
 * The snapshots that this member can transfer to other members: its two newest snapshots, and an older one while a
 * follower fetches it. The storage keeps the log entries after each snapshot that it can transfer.
 *
 * <p>The leader keeps a snapshot while a follower makes progress in fetching it, and asks its followers to keep their
 * copies too. So a slow follower can complete its fetch even if the leader changes. A member keeps at most one snapshot
 * for slow followers, and releases it when no follower has fetched a part of it for {@code keepNanos}.
 */
final class HeldSnapshots {
    record Held(SnapshotId id, byte[] note) {}

    private static final byte[] NO_NOTE = new byte[0];

    private final Effects effects;
    private final long keepNanos;

    private Held newest = new Held(SnapshotId.EMPTY, NO_NOTE);

    /**
     * The second newest snapshot of this member; {@code null} if it does not exist or, after a restart, is not known.
     */
    private Held previous;

    private Held kept;

    private long keptUntilNanos;

    HeldSnapshots(Effects effects, long keepNanos) {
        this.effects = effects;
        this.keepNanos = keepNanos;
    }

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
     * Returns the snapshot that this member offers to a follower that needs one: the kept snapshot, or the newest
     * snapshot if none is kept.
     */
    Held offered() {
        return kept == null ? newest : kept;
    }

    SnapshotId kept() {
        return kept == null ? null : kept.id();
    }

    /**
     * Records that a follower has made progress in fetching the snapshot {@code id}; no effect if another snapshot is
     * kept or {@code id} is not held.
     *
     * @return whether this member keeps the snapshot {@code id} from this call on
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

    void expire(long nowNanos) {
        if (kept != null && nowNanos >= keptUntilNanos) release();
    }

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
