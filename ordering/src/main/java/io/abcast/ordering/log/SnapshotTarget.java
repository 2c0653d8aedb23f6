package io.abcast.ordering.log;

import io.abcast.kernel.Digest;
import io.abcast.kernel.SnapshotId;

/** The state of a node that a snapshot of another member can replace. */
public interface SnapshotTarget {
    /** Whether the storage is installing a snapshot at present. */
    boolean installing();

    /** Whether {@code snapshot} contains a slot that this member has not applied yet. */
    boolean isNews(Snapshots.Own snapshot);

    /**
     * Replaces the whole history of this member by a snapshot, if the snapshot's content has the digest {@code
     * content}. If {@code content} is {@code null}, the storage installs any content that matches the id.
     */
    void install(SnapshotId id, byte[] note, Digest content);
}
