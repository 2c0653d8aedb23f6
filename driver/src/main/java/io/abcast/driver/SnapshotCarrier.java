package io.abcast.driver;

import io.abcast.kernel.SnapshotId;
import java.util.Map;
import java.util.Set;

/**
 * Carries whole snapshots from one member to several other members. A snapshot may arrive completely, late, damaged, or
 * not at all.
 *
 * <p><b>Thread rule:</b> called by the thread that runs the driver; only {@link #close} blocks.
 */
public interface SnapshotCarrier {
    /** Whether a leader can call {@link #send} now. */
    boolean ready();

    /** The servers to which this leader can send a snapshot. */
    Set<Integer> receivers();

    /**
     * Called at a leader: begins to send a snapshot. A call of {@link SnapshotCasting#onSent} in a later turn reports
     * the end.
     *
     * @param lacked number of bytes that each receiver lacks, by server id
     * @return false if the snapshot cannot be opened; then {@code onSent} is not called
     */
    boolean send(SnapshotId snapshot, Map<Integer, Long> lacked);

    /**
     * Called at a follower: from now on, this object accepts only {@code snapshot}.
     *
     * @param snapshot the snapshot to accept; null to accept no snapshot
     */
    void want(SnapshotId snapshot);

    /**
     * Called at a follower: opens a snapshot.
     *
     * @return false if the snapshot has not arrived completely
     */
    boolean open(SnapshotId snapshot);

    /**
     * Called at a follower: reads bytes of the snapshot that was opened last.
     *
     * @return the bytes; null if they cannot be read
     */
    byte[] read(SnapshotId snapshot, long offset, int bytes);

    /** Called at a follower: deletes the snapshot that was opened last, because the follower no longer needs it. */
    void forget(SnapshotId snapshot);

    /** Deletes all snapshots that have arrived. */
    void empty();

    /** Called every few tens of milliseconds. */
    void onTick();

    /** Releases all resources, after waiting for a snapshot that is being copied. */
    void close();
}
