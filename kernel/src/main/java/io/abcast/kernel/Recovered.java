package io.abcast.kernel;

/**
 * What a member finds in its storage when it starts. The state machine has been restored from {@code snapshot} by then.
 *
 * @param persisted what {@link Effects#persist} wrote last, or {@code null} if this storage has never been used
 * @param snapshot the newest valid snapshot; {@link SnapshotId#EMPTY} if there is none
 * @param logAfter the log holds every entry after this zxid up to {@code lastZxid}; at most {@code snapshot.zxid()}
 * @param lastZxid the last entry of the history: of the log, or of the snapshot when the log ends before it
 * @param epochEnds for each epoch with entries in the log, the zxid of its last one; ascending
 * @param partial an interrupted snapshot transfer, or {@code null}
 * @param partialBytes how many bytes of {@code partial} are in the storage
 * @param repaired the log was cut by hand, and with it perhaps what this member had acknowledged: {@code persisted} claims
 *     to hold more than there is. So at every start until an {@link Effects#persist} after it has become durable, which must
 *     therefore say so itself
 */
public record Recovered(
        byte[] persisted,
        SnapshotId snapshot,
        long logAfter,
        long lastZxid,
        long[] epochEnds,
        SnapshotId partial,
        long partialBytes,
        boolean repaired) {

    private static final Recovered FRESH =
            new Recovered(
                    null, SnapshotId.EMPTY, Zxid.NONE, Zxid.NONE, new long[0], null, 0, false);

    /** A storage that was never used. */
    public static Recovered fresh() {
        return FRESH;
    }
}
