package io.abcast.driver;

import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.SnapshotId;

/**
 * A second way to transfer snapshots, beside the chunks that a follower's node requests from the leader's node. Both
 * nodes keep their protocol: the requests still make a fetch safe and end it.
 *
 * <p><b>Thread rule:</b> called by the thread that runs the driver.
 */
public interface SnapshotWay {
    /** Sends snapshots only in the chunks of the protocol: there is no second way. */
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
     * Leader: decides about a chunk that a follower requests.
     *
     * @return false if the chunk must wait; this way then reads it later
     */
    boolean readsNow(SnapshotId snapshot, long offset, int bytesMax, long nowNanos);

    /**
     * Follower: the bytes at {@code offset}, the end of the bytes that it has.
     *
     * @return {@code null}: the node must request them from the leader
     */
    byte[] behind(SnapshotId snapshot, long offset);

    /** Follower: reports that the snapshot was installed, or was damaged. */
    void onInstalled(SnapshotId snapshot);

    /** Called every few tens of milliseconds. */
    void onTick(long nowNanos);

    /** Closes this way. Called once, at the end of the driver. */
    void close();

    /** See {@link Driver#visitQueues}. */
    default void visitQueues(QueueVisitor to) {}
}
