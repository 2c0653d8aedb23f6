package io.abcast.bulk;

/** The messages between members about a transfer of files. */
sealed interface BulkMessage {
    record Gossip(int run, byte[] frame) implements BulkMessage {}

    record Files(Catalog catalog) implements BulkMessage {}

    /** @param first index, in the list of files, of the first file to which the digests belong */
    record Digests(int run, int first, byte[][] digests) implements BulkMessage {}

    /**
     * @param run number of the transfer; 0 if the sending member knows no transfer
     * @param reason why the sending member failed; empty if the member has not failed
     */
    record Progress(int run, Phase phase, long rank, int digests, String reason)
            implements BulkMessage {}

    enum Phase {
        WAITING,
        RUNNING,
        DONE,
        FAILED,
        /**
         * The member may accept the transfer later. Must stay last, because the position of a constant is its number in
         * the wire format.
         */
        UNWANTED
    }
}
