package io.abcast.driver;

import io.abcast.kernel.SnapshotId;
import java.util.Map;
import java.util.Set;

/**
 * Carries whole snapshots from one member to several other members. A carried snapshot may arrive completely, late,
 * damaged, or not at all.
 *
 * <p><b>Thread rule:</b> The thread that runs the driver calls all methods of the carrier; only {@link #close} blocks.
 */
public interface SnapshotCarrier {
    /** Whether a leader can begin to send a snapshot with {@link #send} now. */
    boolean ready();

    /** The ids of the servers to which this leader can send a snapshot. */
    Set<Integer> receivers();

    /**
     * Begins to send {@code snapshot} to the servers in {@code lacked}. Only the driver of a leader calls {@code send}.
     *
     * @param lacked number of bytes of the snapshot that each receiver lacks, by server id
     * @return false if the carrier cannot open the snapshot; in this case the carrier does not call {@code onSent}
     */
    boolean send(SnapshotId snapshot, Map<Integer, Long> lacked);

    /**
     * Sets the only snapshot that this carrier accepts after the call. Only the driver of a follower calls {@code
     * want}.
     *
     * @param snapshot the snapshot to accept; null to accept no snapshot
     */
    void want(SnapshotId snapshot);

    /**
     * Opens a snapshot that has arrived at this member. Only the driver of a follower calls {@code open}.
     *
     * @return false if {@code snapshot} has not arrived completely
     */
    boolean open(SnapshotId snapshot);

    /**
     * Reads bytes of the snapshot that was opened last. Only the driver of a follower calls {@code read}.
     *
     * @return the requested bytes of the snapshot; null if the bytes cannot be read
     */
    byte[] read(SnapshotId snapshot, long offset, int bytes);

    /**
     * Deletes the snapshot {@code snapshot}, which was opened last. The driver of a follower calls {@code forget} when
     * it no longer needs the snapshot.
     */
    void forget(SnapshotId snapshot);

    /** Deletes all snapshots that have arrived at this member. */
    void empty();

    /** Does the periodic work of the carrier. */
    void onTick();

    /**
     * Releases the threads, connections and files of the carrier. If a snapshot is being copied, {@code close} first
     * waits for the end of the copy.
     */
    void close();
}
