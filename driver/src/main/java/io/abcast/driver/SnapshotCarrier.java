package io.abcast.driver;

import io.abcast.kernel.SnapshotId;
import java.util.Map;
import java.util.Set;

/**
 * Carries whole snapshots from one member to several. A snapshot arrives whole, late, damaged or never.
 *
 * <p><b>Thread rule:</b> called by the thread that runs the driver; only {@link #close} blocks.
 */
public interface SnapshotCarrier {
    /** Leader: whether {@link #send} is possible now. */
    boolean ready();

    /** Leader: the servers that a snapshot reaches. */
    Set<Integer> receivers();

    /**
     * Leader: begins to send a snapshot; answered by {@link SnapshotCasting#onSent} in a later turn.
     *
     * @param lacked the bytes that each receiver lacks
     * @return false if the snapshot cannot be opened; no answer follows
     */
    boolean send(SnapshotId snapshot, Map<Integer, Long> lacked);

    /**
     * Follower: takes this snapshot from now on, and no other one.
     *
     * @param snapshot null: no snapshot is wanted
     */
    void want(SnapshotId snapshot);

    /**
     * Follower: opens a snapshot.
     *
     * @return false if it has not arrived as a whole
     */
    boolean open(SnapshotId snapshot);

    /**
     * Follower: bytes of the snapshot that was opened last.
     *
     * @return null if they cannot be read
     */
    byte[] read(SnapshotId snapshot, long offset, int bytes);

    /** Follower: the snapshot that was opened last is not needed any more. */
    void forget(SnapshotId snapshot);

    /** Nothing that has arrived is needed any more. */
    void empty();

    /** Called every few ten milliseconds. */
    void onTick();

    /** Gives everything back; waits for a snapshot that is being copied. */
    void close();
}
