package io.abcast.driver;

import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.SnapshotId;

/**
 * A second way for the bytes of snapshots, beside the chunks that a follower's node asks the leader's for. Both ends keep asking: what
 * makes a fetch safe, and what ends it, stays theirs.
 *
 * <p><b>Thread rule:</b> called by the thread that runs the driver.
 */
public interface SnapshotWay {
    /** There is no second way. */
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
     * Leader: a follower wants a chunk.
     *
     * @return false if the chunk had better wait; this way then reads it later
     */
    boolean readsNow(SnapshotId snapshot, long offset, int bytesMax, long nowNanos);

    /**
     * Follower: the bytes at {@code offset}, which is where those end that it has.
     *
     * @return {@code null}: the node is to ask the leader for them
     */
    byte[] behind(SnapshotId snapshot, long offset);

    /** Follower: the snapshot is installed, or was damaged. */
    void onInstalled(SnapshotId snapshot);

    /** Every few ten milliseconds. */
    void onTick(long nowNanos);

    /** Once, at the driver's end. */
    void close();

    /** See {@link Driver#visitQueues}. */
    default void visitQueues(QueueVisitor to) {}
}
