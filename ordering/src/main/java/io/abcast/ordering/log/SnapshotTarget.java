package io.abcast.ordering.log;

import io.abcast.kernel.Digest;
import io.abcast.kernel.SnapshotId;

/** The state of a node that a fetched snapshot replaces. */
public interface SnapshotTarget {
    /** Whether a snapshot is being installed. */
    boolean installing();

    /** Whether the snapshot still contains something that this member lacks. */
    boolean isNews(Snapshots.Own snapshot);

    /** Replaces the whole history by a snapshot if its content has that digest; {@code null} accepts any content. */
    void install(SnapshotId id, byte[] note, Digest content);
}
