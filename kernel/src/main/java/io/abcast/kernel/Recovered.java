package io.abcast.kernel;

import java.util.List;

/**
 * The content of a member's storage at its start. The state machine has already been restored from {@code snapshot}.
 *
 * @param persisted the state that {@link Effects#persist} wrote last, or {@code null} if this storage has never been
 *     used.
 * @param snapshot the newest valid snapshot; {@link SnapshotId#EMPTY} if there is no valid snapshot.
 * @param note the note given to {@link Effects#takeSnapshot} or {@link Effects#installSnapshot} for that snapshot; may
 *     be empty.
 * @param logAfter the zxid directly before the log: the log holds every entry after it, up to and including {@code
 *     lastZxid}. The value is at most {@code snapshot.zxid()}.
 * @param lastZxid zxid of the last entry of the history: the last entry of the log, or the last entry of the snapshot
 *     if the snapshot is newer than the log.
 * @param epochEnds for each epoch with entries in the log, the zxid of its last entry; ascending.
 * @param memberships the entries of kind {@link Entry.Kind#MEMBERSHIP} in the log; ascending.
 * @param partial an interrupted snapshot transfer, or {@code null}.
 * @param partialBytes the bytes of {@code partial} that are in the storage.
 * @param held all snapshots of at least one entry that the storage holds, ascending by zxid.
 * @param repaired whether an operator has cut the log. The cut may have removed entries that this member had
 *     acknowledged, so {@code persisted} may claim more entries than the log holds. True at every start until a later
 *     {@link Effects#persist} has become durable. The state that the first persist call writes must therefore record
 *     the loss.
 * @param votes the newest vote record of each slot from {@code openFrom} on, where {@code openFrom} is the value of the
 *     newest {@link Effects#vote}. The list may also contain records of lower slots.
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

    /** The content of a storage that was never used. */
    public static Recovered fresh() {
        return FRESH;
    }
}
