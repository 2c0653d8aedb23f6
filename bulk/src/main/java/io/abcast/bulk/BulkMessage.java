package io.abcast.bulk;

/**
 * The messages between members about a transfer of files. A {@link Gossip} message wraps a message of Cooper's gossip
 * protocol, by which members offer blocks to each other.
 */
sealed interface BulkMessage {
    /** Carries an encoded message of the gossip protocol in the transfer number {@code run}. */
    record Gossip(int run, byte[] frame) implements BulkMessage {}

    /**
     * Announces the files of a transfer. The source sends the list of files to all members. If the source is gone,
     * other members pass the list of files on to members that do not have it yet.
     */
    record Files(Catalog catalog) implements BulkMessage {}

    /**
     * Carries the SHA-256 digests of consecutive files of a transfer. The source sends the digest of a file as soon as
     * it knows the digest, which may be after the file's blocks.
     *
     * @param first index, in the list of files, of the first file to which the digests belong
     */
    record Digests(int run, int first, byte[][] digests) implements BulkMessage {}

    /**
     * Reports the state of a member in a transfer. Each member sends its state periodically and after each change.
     *
     * @param run number of the transfer; 0 if the sending member knows no transfer
     * @param rank number of linearly independent blocks that the sending member has received or decoded
     * @param digests number of file digests that the sending member knows
     * @param reason reason why the sending member failed; empty if the member has not failed
     */
    record Progress(int run, Phase phase, long rank, int digests, String reason)
            implements BulkMessage {}

    /** The state of a transfer at one member. */
    enum Phase {
        /** The member knows no transfer of files. */
        WAITING,
        RUNNING,
        /** The member has all files of the transfer under their final names. */
        DONE,
        FAILED,
        /**
         * The member has refused the transfer, but may accept it later. The constant {@code UNWANTED} must stay last,
         * because the position of a constant is its number in the wire format.
         */
        UNWANTED
    }
}
