package io.abcast.dissemination.cooper.rounds;

import io.abcast.dissemination.cooper.SeededBits;

/** What a node of the model holds of one batch, and what it sends. */
interface RankNode {
    /** Innovative blocks so far. */
    int rank();

    /**
     * The block for a successor of which it knows only whether it is finished.
     *
     * @param receiver what the successor holds; only schemes that compare block by block look
     * @return what {@link #receive} of the successor takes, null when there is nothing to send
     */
    byte[] send(SeededBits bits, RankNode receiver);

    /** Takes what another sent, at the end of the round. */
    void receive(SeededBits bits, byte[] sent);
}
