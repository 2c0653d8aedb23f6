package io.abcast.driver;

import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.SnapshotId;

/**
 * A second way to transfer snapshots, in addition to the chunks that a follower's node requests from the leader's node.
 * The protocol of both nodes stays the same: their messages about chunks still decide when a fetch is complete.
 *
 * <p><b>Thread rule:</b> called by the thread that runs the driver.
 */
public interface SnapshotWay {
    /** Stands for no second way: snapshots are sent only in the chunks of the protocol. */
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
     * Called at a leader: decides when to read a chunk that a follower requests.
     *
     * @return true if the chunk must be read now; false if it must wait, and this object reads it later
     */
    boolean readsNow(SnapshotId snapshot, long offset, int bytesMax, long nowNanos);

    /**
     * Called at a follower: returns bytes of the snapshot at {@code offset}, which is the number of bytes that the
     * follower has.
     *
     * @return the bytes; {@code null} if the node must request them from the leader
     */
    byte[] behind(SnapshotId snapshot, long offset);

    /** Called at a follower: reports that the snapshot was installed, or was found damaged. */
    void onInstalled(SnapshotId snapshot);

    /** Called every few tens of milliseconds. */
    void onTick(long nowNanos);

    /** Releases the resources of this object. Called once, at the end of the driver. */
    void close();

    /** See {@link Driver#visitQueues}. */
    default void visitQueues(QueueVisitor to) {}
}
