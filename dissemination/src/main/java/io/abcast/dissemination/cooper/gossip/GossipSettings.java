package io.abcast.dissemination.cooper.gossip;

/**
 * Bounds and times of a {@link GossipNode}.
 *
 * @param seed of the cycles, the same at every node
 * @param source the id of the node that has the data first
 * @param encoders jobs of one node under way at once, at least 1: one for each core that may code
 * @param readyMax coded blocks that wait to be sent, per batch, at least 1
 * @param sendsMax blocks that one node offers and sends at once, at least 1. With more than 1 up to two are for one receiver, one behind the
 *     other, so that its link does not wait for the agreement on the next
 * @param receivesMax blocks that are promised to one node at once, at least 1
 * @param retryNanos how long a receiver that was busy is not asked again
 * @param answerNanos how long an offer waits for its answer, and half as long as an answer waits for the first bytes
 * @param transferNanos how long a receiver keeps a place from the first bytes of a block on; only when both the block and the word
 *     of its end are lost
 * @param stalledNanos after so long without anything new, and without the source, a node says that it is stalled
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
    /** @throws IllegalArgumentException for a bound below 1 */
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
