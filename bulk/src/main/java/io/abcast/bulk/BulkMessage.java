package io.abcast.bulk;

/**
 * The messages between members for a transfer. Messages of the gossip, by which members agree on blocks, are wrapped in
 * {@link Gossip}.
 */
sealed interface BulkMessage {
    /** Carries an encoded message of the gossip, which belongs to the transfer with number {@code run}. */
    record Gossip(int run, byte[] frame) implements BulkMessage {}

    /**
     * Announces the files of a transfer. The source sends this message to all members. Other members send the message
     * to members that do not know the transfer.
     */
    record Files(Catalog catalog) implements BulkMessage {}

    /**
     * Carries the SHA-256 digests of some files. The source sends a digest as soon as the digest is known.
     *
     * @param first index of the first file to which the digests belong
     */
    record Digests(int run, int first, byte[][] digests) implements BulkMessage {}

    /**
     * Reports the state of a member. Each member sends this message periodically and when its state has changed.
     *
     * @param run number of the transfer; 0 when the member knows no transfer
     * @param rank number of independent blocks that the member has received or decoded
     * @param digests number of file digests that the member knows
     * @param reason reason of a failure; empty otherwise
     */
    record Progress(int run, Phase phase, long rank, int digests, String reason)
            implements BulkMessage {}

    /** The state of a transfer at one member. */
    enum Phase {
        /** The member knows no transfer. */
        WAITING,
        RUNNING,
        /** The member has all files, under their final names. */
        DONE,
        FAILED,
        /**
         * The member does not want this transfer, but may want it later. This constant must stay last, because the
         * position of a constant is its number in the wire format.
         */
        UNWANTED
    }
}
