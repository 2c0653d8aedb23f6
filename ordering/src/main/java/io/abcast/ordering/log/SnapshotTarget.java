package io.abcast.ordering.log;

import io.abcast.kernel.Digest;
import io.abcast.kernel.SnapshotId;

/** The part of a node whose state a snapshot of another member can replace. */
public interface SnapshotTarget {
    /** Whether the storage is installing a snapshot at present. */
    boolean installing();

    /** Whether {@code snapshot} contains a slot that this member has not applied yet. */
    boolean isNews(Snapshots.Own snapshot);

    /**
     * Asks the storage to replace the whole history of this member by the snapshot {@code id}, if its content matches
     * the id and the digest {@code content}; {@code null} stands for any digest.
     */
    void install(SnapshotId id, byte[] note, Digest content);
}
