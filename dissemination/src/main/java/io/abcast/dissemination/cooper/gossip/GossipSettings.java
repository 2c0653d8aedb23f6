package io.abcast.dissemination.cooper.gossip;

/**
 * Bounds and times of a {@link GossipNode}.
 *
 * @param seed seed of the cycles, the same at every node.
 * @param source id of the node that has the data at the start.
 * @param encoders maximum number of coding jobs of one node at once, at least 1; one job for each core that may code.
 * @param readyMax maximum number of coded blocks that wait to be sent, per batch, at least 1.
 * @param sendsMax maximum number of blocks that one node offers and sends at once, at least 1. If the value is above 1,
 *     up to two blocks are sent to one receiver, one after the other. So the receiver's link is not idle while the next
 *     block is offered and accepted.
 * @param receivesMax maximum number of blocks that one node accepts at once, at least 1
 * @param retryNanos time for which a receiver that answered BUSY gets no further offers.
 * @param answerNanos time for which a sender waits for the answer to an offer. After an accepting answer, the receiver
 *     waits twice as long for the first bytes of the block.
 * @param transferNanos time for which a receiver keeps a place after the first bytes of a block. The time expires only
 *     if both the block and the message about its end are lost.
 * @param stalledNanos time without a new block, and without the source, after which a node reports that it is stalled
 */
public record GossipSettings(
        long seed,
        int source,
        int encoders,
        int readyMax,
        int sendsMax,
        int receivesMax,
        long retryNanos,
        long answerNanos,
        long transferNanos,
        long stalledNanos) {
    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if a bound is below 1
     */
    public GossipSettings {
        if (encoders < 1 || readyMax < 1 || sendsMax < 1 || receivesMax < 1)
            throw new IllegalArgumentException(
                    "expected bounds of at least 1, got encoders "
                            + encoders
                            + ", ready "
                            + readyMax
                            + ", sends "
                            + sendsMax
                            + ", receives "
                            + receivesMax);
        if (retryNanos < 1 || answerNanos < 1 || transferNanos < 1 || stalledNanos < 1)
            throw new IllegalArgumentException("expected times of at least 1 ns");
    }
}
