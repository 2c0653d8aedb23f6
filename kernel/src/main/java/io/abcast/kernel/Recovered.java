package io.abcast.kernel;

import java.util.List;

/**
 * The content of a member's storage when the member starts. Before the node starts, the driver has restored the state
 * machine from {@code snapshot}. If {@code repaired} is true, {@code persisted} may name more entries than the log
 * holds, and the first state that the node persists must record the loss.
 *
 * @param persisted the node's state that {@link Effects#persist} wrote last; {@code null} if this storage has never
 *     been used
 * @param snapshot the newest valid snapshot in the storage; {@link SnapshotId#EMPTY} if there is no valid snapshot
 * @param note the node's own data given to {@link Effects#takeSnapshot} or {@link Effects#installSnapshot} together
 *     with {@code snapshot}; may be empty
 * @param logAfter the zxid directly before the first entry of the log, at most {@code snapshot.zxid()}; the log holds
 *     every entry after this zxid, up to and including {@code lastZxid}
 * @param lastZxid zxid of the last entry of the member's history: the last entry of the log, or of the snapshot if the
 *     snapshot is newer
 * @param epochEnds zxid of the last entry of each epoch that has entries in the log; ascending
 * @param memberships the log entries of kind {@link Entry.Kind#MEMBERSHIP}; ascending
 * @param partial the snapshot of an interrupted transfer; {@code null} if no transfer was interrupted
 * @param partialBytes the number of bytes of the interrupted transfer {@code partial} that are in the storage
 * @param held all snapshots of at least one entry that the storage holds, ascending by zxid
 * @param repaired whether an operator has removed entries from the end of the log; true at every start until a later
 *     {@link Effects#persist} has become durable
 * @param votes the newest vote record of each slot from the {@code openFrom} of the newest {@link Effects#vote} on; may
 *     also contain vote records of lower slots
 */
public record Recovered(
        byte[] persisted,
        SnapshotId snapshot,
        byte[] note,
        long logAfter,
        long lastZxid,
        long[] epochEnds,
        List<Entry> memberships,
        SnapshotId partial,
        long partialBytes,
        List<HeldSnapshot> held,
        boolean repaired,
        List<VoteRecord> votes) {

    private static final Recovered FRESH =
            new Recovered(
                    null,
                    SnapshotId.EMPTY,
                    new byte[0],
                    Zxid.NONE,
                    Zxid.NONE,
                    new long[0],
                    List.of(),
                    null,
                    0,
                    List.of(),
                    false,
                    List.of());

    /** Creates the content of a storage without votes. */
    public Recovered(
            byte[] persisted,
            SnapshotId snapshot,
            byte[] note,
            long logAfter,
            long lastZxid,
            long[] epochEnds,
            List<Entry> memberships,
            SnapshotId partial,
            long partialBytes,
            List<HeldSnapshot> held,
            boolean repaired) {
        this(
                persisted,
                snapshot,
                note,
                logAfter,
                lastZxid,
                epochEnds,
                memberships,
                partial,
                partialBytes,
                held,
                repaired,
                List.of());
    }

    /** Creates the content of a storage whose ensemble has never changed. */
    public Recovered(
            byte[] persisted,
            SnapshotId snapshot,
            long logAfter,
            long lastZxid,
            long[] epochEnds,
            SnapshotId partial,
            long partialBytes,
            boolean repaired) {
        this(
                persisted,
                snapshot,
                new byte[0],
                logAfter,
                lastZxid,
                epochEnds,
                List.of(),
                partial,
                partialBytes,
                List.of(),
                repaired);
    }

    /** Returns the content of a storage that was never used. */
    public static Recovered fresh() {
        return FRESH;
    }
}
