package io.abcast.ordering.log;

import io.abcast.kernel.Digest;
import io.abcast.kernel.SnapshotId;

/** The state of a node that a fetched snapshot replaces. */
public interface SnapshotTarget {
    /** Whether a snapshot is being installed. */
    boolean installing();

    /** Whether the snapshot contains anything that this member has not applied yet. */
    boolean isNews(Snapshots.Own snapshot);

    /**
     * Replaces the whole history by a snapshot, if the snapshot's content has the digest {@code content}. With {@code
     * null}, any content is accepted.
     */
    void install(SnapshotId id, byte[] note, Digest content);
}
