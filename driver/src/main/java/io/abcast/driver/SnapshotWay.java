package io.abcast.driver;

import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.SnapshotId;

/**
 * A way to transfer snapshots in addition to the chunks that a follower's node requests from the leader's node.
 *
 * <p><b>Thread rule:</b> The thread that runs the driver calls all methods of a {@code SnapshotWay}.
 */
public interface SnapshotWay {
    /** An implementation that transfers no snapshot: the leader sends snapshots only in the chunks of the protocol. */
    SnapshotWay NONE =
            new SnapshotWay() {
                @Override
                public boolean readsNow(
                        SnapshotId snapshot, long offset, int bytesMax, long nowNanos) {
                    return true;
                }

                @Override
                public byte[] behind(SnapshotId snapshot, long offset) {
                    return null;
                }

                @Override
                public void onInstalled(SnapshotId snapshot) {}

                @Override
                public void onTick(long nowNanos) {}

                @Override
                public void close() {}
            };

    /**
     * Decides when a leader reads a chunk that a follower has requested.
     *
     * @return true if the leader must read the chunk now; false if the chunk must wait, and this {@code SnapshotWay}
     *     reads the chunk later
     */
    boolean readsNow(SnapshotId snapshot, long offset, int bytesMax, long nowNanos);

    /**
     * Returns bytes of the snapshot that a follower fetches, beginning at {@code offset}.
     *
     * @return the snapshot's bytes from {@code offset} on; {@code null} if the follower's node must request the bytes
     *     from the leader
     */
    byte[] behind(SnapshotId snapshot, long offset);

    /** Reports, at a follower, that the storage has installed the snapshot or has found it damaged. */
    void onInstalled(SnapshotId snapshot);

    /** Does the periodic work of this {@code SnapshotWay}. */
    void onTick(long nowNanos);

    /** Releases the resources of this {@code SnapshotWay}. */
    void close();

    /**
     * Passes the lengths and bounds of the queues of this {@code SnapshotWay} to {@code to}, see {@link
     * Driver#visitQueues}.
     */
    default void visitQueues(QueueVisitor to) {}
}
