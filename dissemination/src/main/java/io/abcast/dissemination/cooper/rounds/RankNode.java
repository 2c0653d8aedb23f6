package io.abcast.dissemination.cooper.rounds;

import io.abcast.dissemination.cooper.SeededBits;

/** A node of the rounds model: the node's state for one batch, and the node's choice of the blocks that it sends. */
interface RankNode {
    int rank();

    /**
     * Except with {@link Scheme#RANDOM_BLOCK}, a node knows of its successor only whether it has finished the batch.
     *
     * @return an argument for {@link #receive} of the successor; null if this node has no block to send
     */
    byte[] send(SeededBits bits, RankNode receiver);

    void receive(SeededBits bits, byte[] sent);
}
