package io.abcast.dissemination.cooper.gossip;

/**
 * The bounds and waiting times of a {@link GossipNode}.
 *
 * @param seed seed of the random cycles over the nodes; every node has an equal seed.
 * @param source id of the node that has all blocks at the start of the transfer.
 * @param encoders maximum number of coding jobs that a node runs at once, at least 1; typically one per processor core
 *     for coding.
 * @param readyMax maximum number of coded blocks that a node keeps ready to send, per batch, at least 1.
 * @param sendsMax maximum number of blocks that one node offers and sends at once, at least 1; above 1, the node sends
 *     up to two blocks to one receiver, one after the other.
 * @param receivesMax maximum number of blocks that one node accepts at once, at least 1.
 * @param retryNanos time in ns for which a node makes no offers to a receiver that answered BUSY (it can receive no
 *     further block now).
 * @param answerNanos time in ns for which a sender waits for the answer to an offer; a receiver waits twice as long for
 *     the first bytes of an accepted block.
 * @param transferNanos time in ns for which a receiver waits for the rest of a block after its first bytes.
 * @param stalledNanos time in ns after which a node reports that a batch is stalled, if the source is not reachable and
 *     no new block arrives
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
     * Checks the bounds and waiting times.
     *
     * @throws IllegalArgumentException if a bound on blocks or jobs is below 1, or a waiting time is below 1 ns
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
