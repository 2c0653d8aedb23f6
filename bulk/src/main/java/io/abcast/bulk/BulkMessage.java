package io.abcast.bulk;

/** What members say to each other besides the gossip. */
sealed interface BulkMessage {
    /** A message of the gossip, encoded. */
    record Gossip(int run, byte[] frame) implements BulkMessage {}

    /** What the transfer consists of. Sent by the source to all, and by others to who says that it does not know. */
    record Files(Catalog catalog) implements BulkMessage {}

    /**
     * The SHA-256 of files, as they become known.
     *
     * @param first the index of the first of them
     */
    record Digests(int run, int first, byte[][] digests) implements BulkMessage {}

    /**
     * How far a member is; sent every so often, and when it changes.
     *
     * @param run 0 when it knows of none
     * @param rank blocks that it has
     * @param digests how many of the files' digests it knows
     * @param reason why it has failed; empty otherwise
     */
    record Progress(int run, Phase phase, long rank, int digests, String reason)
            implements BulkMessage {}

    /** The life of a transfer at a receiver. */
    enum Phase {
        /** It knows of no transfer. */
        WAITING,
        RUNNING,
        /** All files are in their place. */
        DONE,
        FAILED,
        /** It does not want this transfer; it may later. Last, since the order is that on the wire. */
        UNWANTED
    }
}
