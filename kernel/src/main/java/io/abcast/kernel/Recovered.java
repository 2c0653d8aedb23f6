package io.abcast.kernel;

import java.util.List;

/**
 * The content of a member's storage at its start. The state machine has already been restored from {@code snapshot}.
 *
 * @param persisted the state that {@link Effects#persist} wrote last, or {@code null} if this storage has never been
 *     used.
 * @param snapshot the newest valid snapshot; {@link SnapshotId#EMPTY} without one.
 * @param note the note given to {@link Effects#takeSnapshot} or {@link Effects#installSnapshot} for that snapshot; may
 *     be empty.
 * @param logAfter the log holds every entry after this zxid up to {@code lastZxid}; at most {@code snapshot.zxid()}.
 * @param lastZxid the last entry of the history: of the log, or of the snapshot if the log ends before it.
 * @param epochEnds for each epoch with entries in the log, the zxid of its last entry; ascending.
 * @param memberships the entries of kind {@link Entry.Kind#MEMBERSHIP} in the log; ascending.
 * @param partial an interrupted snapshot transfer, or {@code null}.
 * @param partialBytes the bytes of {@code partial} that are in the storage.
 * @param held all snapshots that the storage holds, of at least one entry each; ascending, so the newest is the last.
 * @param repaired whether the log was cut by hand, and with it perhaps entries that this member had acknowledged. Then
 *     {@code persisted} claims to hold more than there is. True at every start until a later {@link Effects#persist}
 *     has become durable; the state that it writes must therefore record the loss.
 * @param votes the newest record of each slot at or above the {@code openFrom} of the newest record; see {@link
 *     Effects#vote}. A record of a lower slot may be among them.
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
