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
 */
public record Recovered(
        byte[] persisted,
        SnapshotId snapshot,
        long logAfter,
        long lastZxid,
        long[] epochEnds,
        SnapshotId partial,
        long partialBytes) {

    private static final Recovered FRESH =
            new Recovered(null, SnapshotId.EMPTY, Zxid.NONE, Zxid.NONE, new long[0], null, 0);

    /** A storage that was never used. */
    public static Recovered fresh() {
        return FRESH;
    }
}
