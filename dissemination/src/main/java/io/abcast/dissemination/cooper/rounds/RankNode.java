package io.abcast.dissemination.cooper.rounds;

import io.abcast.dissemination.cooper.SeededBits;

/** A node of the model: its state for one batch, and its choice of the blocks to send. */
interface RankNode {
    /** Number of innovative blocks received so far. */
    int rank();

    /**
     * Returns the block for a successor. The sender knows only whether the successor has finished.
     *
     * @param receiver state of the successor; only schemes that compare blocks one by one use it
     * @return an argument for {@link #receive} of the successor; null if this node has no block to send
     */
    byte[] send(SeededBits bits, RankNode receiver);

    /** Receives a block of another node, at the end of the round. */
    void receive(SeededBits bits, byte[] sent);
}
