package io.abcast.dissemination.cooper.rounds;

import io.abcast.dissemination.cooper.code.FieldKernel;

/** What nodes of the model send. */
public enum Scheme {
    /** A random combination of all that the sender holds. */
    CODED,
    /** The same, made of two accumulators. */
    ACCUMULATORS,
    /** A block as the source has it, that the receiver lacks. */
    RANDOM_BLOCK;

    /** Two: one alone would send multiples of one row until something arrives. */
    static final int ACCUMULATORS_KEPT = 2;

    RankNode node(FieldKernel kernel, int k, boolean source) {
        return switch (this) {
            case CODED -> new CodedNode(kernel, k, source);
            case ACCUMULATORS -> new AccumulatorNode(kernel, k, ACCUMULATORS_KEPT, source);
            case RANDOM_BLOCK -> new RandomBlockNode(k, source);
        };
    }
}
