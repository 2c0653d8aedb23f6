package io.abcast.dissemination.cooper.rounds;

import io.abcast.dissemination.cooper.code.FieldKernel;

/** Kind of blocks that nodes of the model send. */
public enum Scheme {
    /** A linear combination, with random coefficients, of all coded blocks (rows) that the sender holds. */
    CODED,
    /** A random combination of two accumulators. */
    ACCUMULATORS,
    /** An unchanged block of the source that the receiver lacks. */
    RANDOM_BLOCK;

    /**
     * Number of accumulators. With one accumulator, a node would send multiples of one row until another row arrives.
     */
    static final int ACCUMULATORS_KEPT = 2;

    RankNode node(FieldKernel kernel, int k, boolean source) {
        return switch (this) {
            case CODED -> new CodedNode(kernel, k, source);
            case ACCUMULATORS -> new AccumulatorNode(kernel, k, ACCUMULATORS_KEPT, source);
            case RANDOM_BLOCK -> new RandomBlockNode(k, source);
        };
    }
}
