package io.abcast.dissemination.cooper.rounds;

import io.abcast.dissemination.cooper.code.FieldKernel;

/** The kind of blocks that the nodes of the rounds model send. */
public enum Scheme {
    /**
     * Scheme in which a node sends a linear combination, with random coefficients, of all coded blocks (rows) that it
     * holds.
     */
    CODED,
    /** Scheme in which a node sends a random combination of its two accumulators. */
    ACCUMULATORS,
    /** Scheme in which a node sends an unchanged block of the source that the receiver lacks. */
    RANDOM_BLOCK;

    /** With only one accumulator, a node that receives nothing would send multiples of one row again and again. */
    static final int ACCUMULATORS_KEPT = 2;

    RankNode node(FieldKernel kernel, int k, boolean source) {
        return switch (this) {
            case CODED -> new CodedNode(kernel, k, source);
            case ACCUMULATORS -> new AccumulatorNode(kernel, k, ACCUMULATORS_KEPT, source);
            case RANDOM_BLOCK -> new RandomBlockNode(k, source);
        };
    }
}
