package io.abcast.bulk;

/** Messages between members for a transfer, in addition to the messages of the gossip. */
sealed interface BulkMessage {
    /** A message of the gossip, encoded. */
    record Gossip(int run, byte[] frame) implements BulkMessage {}

    /**
     * The files of a transfer. The source sends this message to all members. Other members send it to members that do
     * not know the transfer.
     */
    record Files(Catalog catalog) implements BulkMessage {}

    /**
     * SHA-256 digests of some files. The source sends digests as soon as they are known.
     *
     * @param first index of the first file to which the digests belong
     */
    record Digests(int run, int first, byte[][] digests) implements BulkMessage {}

    /**
     * State of a member, sent periodically and on changes.
     *
     * @param run 0 when the member knows no transfer
     * @param rank number of blocks that the member has
     * @param digests number of file digests that the member knows
     * @param reason reason of a failure; empty otherwise
     */
    record Progress(int run, Phase phase, long rank, int digests, String reason)
            implements BulkMessage {}

    /** State of a transfer at a member. */
    enum Phase {
        /** The member knows no transfer. */
        WAITING,
        RUNNING,
        /** All files are in their places. */
        DONE,
        FAILED,
        /**
         * The member does not want this transfer, but may want it later. This constant must stay last, because the
         * position of a constant is its number in the wire format.
         */
        UNWANTED
    }
}
