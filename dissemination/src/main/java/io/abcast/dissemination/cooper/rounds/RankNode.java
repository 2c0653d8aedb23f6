package io.abcast.dissemination.cooper.rounds;

import io.abcast.dissemination.cooper.SeededBits;

/** State of a node of the model for one batch, and the blocks that it sends. */
interface RankNode {
    /** Number of innovative blocks received so far. */
    int rank();

    /**
     * The block for a successor. The sender knows only whether the successor is finished.
     *
     * @param receiver state of the successor; only schemes that compare block by block use it
     * @return an argument for {@link #receive} of the successor; null when there is nothing to send
     */
    byte[] send(SeededBits bits, RankNode receiver);

    /** Takes a block of another node, at the end of the round. */
    void receive(SeededBits bits, byte[] sent);
}
