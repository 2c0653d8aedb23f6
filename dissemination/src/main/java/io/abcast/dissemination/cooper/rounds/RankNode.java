package io.abcast.dissemination.cooper.rounds;

import io.abcast.dissemination.cooper.SeededBits;

/** A node of the rounds model: the node's state for one batch, and the node's choice of the blocks that it sends. */
interface RankNode {
    /** Number of linearly independent blocks of the batch that this node has received. */
    int rank();

    /**
     * Returns the next block that this node sends to its successor. Except with {@link Scheme#RANDOM_BLOCK}, a node
     * knows of its successor only whether it has finished the batch.
     *
     * @param receiver state of the successor; only the scheme {@link Scheme#RANDOM_BLOCK}, which compares single
     *     blocks, uses this state
     * @return an argument for {@link #receive} of the successor; null if this node has no block to send
     */
    byte[] send(SeededBits bits, RankNode receiver);

    /** Receives a block that another node has sent, at the end of the round. */
    void receive(SeededBits bits, byte[] sent);
}
