package io.abcast.driver;

import io.abcast.kernel.SnapshotId;
import java.util.Map;
import java.util.Set;

/**
 * Carries whole snapshots from one member to several. A snapshot arrives complete, late, damaged or never.
 *
 * <p><b>Thread rule:</b> called by the thread that runs the driver; only {@link #close} blocks.
 */
public interface SnapshotCarrier {
    /** Leader: whether {@link #send} is possible now. */
    boolean ready();

    /** Leader: the servers that a snapshot can reach. */
    Set<Integer> receivers();

    /**
     * Leader: begins to send a snapshot; answered by {@link SnapshotCasting#onSent} in a later turn.
     *
     * @param lacked the bytes that each receiver lacks
     * @return false if the snapshot cannot be opened; no answer follows
     */
    boolean send(SnapshotId snapshot, Map<Integer, Long> lacked);

    /**
     * Follower: from now on accepts only this snapshot.
     *
     * @param snapshot null: the follower accepts no snapshot
     */
    void want(SnapshotId snapshot);

    /**
     * Follower: opens a snapshot.
     *
     * @return false if it has not arrived completely
     */
    boolean open(SnapshotId snapshot);

    /**
     * Follower: reads bytes of the snapshot that was opened last.
     *
     * @return null if they cannot be read
     */
    byte[] read(SnapshotId snapshot, long offset, int bytes);

    /** Called at a follower: deletes the snapshot that was opened last, because the follower no longer needs it. */
    void forget(SnapshotId snapshot);

    /** Deletes everything that has arrived. */
    void empty();

    /** Called every few tens of milliseconds. */
    void onTick();

    /** Releases all resources; waits for a snapshot that is being copied. */
    void close();
}
