package io.abcast.dissemination.cooper.gossip;

/**
 * Bounds on the batches that a node keeps in memory, and rules for the kinds of blocks (coded or uncoded) that the node
 * sends.
 *
 * @param openMax maximum number of a node's open batches (incomplete or not yet on disk), at least 1; at this number,
 *     the node answers offers for other batches with {@code LATER}.
 * @param heldMax maximum number of batches in a node's memory, more than {@code openMax}; at this number, the node
 *     drops the least recently used batches that are on disk
 * @param plain whether nodes pass on the source's uncoded blocks, and send coded blocks only if a batch is late; if
 *     false, all nodes except the source recode (Liu 2015)
 * @param graceRounds if {@code plain} is true: number of gossip rounds from the source's last uncoded block of a batch
 *     until the batch counts as late
 * @param codes whether nodes recode blocks; if false, a node sends a random one of its blocks, uncoded (only for
 *     benchmarks)
 */
public record BatchBounds(int openMax, int heldMax, boolean plain, int graceRounds, boolean codes) {
    /** The bounds with which a node keeps all batches in memory and recodes all blocks. */
    public static final BatchBounds NONE =
            new BatchBounds(Integer.MAX_VALUE - 1, Integer.MAX_VALUE, false, 0, true);

    public BatchBounds(int openMax, int heldMax, boolean plain, int graceRounds) {
        this(openMax, heldMax, plain, graceRounds, true);
    }

    /** Returns a copy of these bounds for a transfer in which nodes send random blocks and never code blocks. */
    public BatchBounds ofRandomBlocks() {
        return new BatchBounds(openMax, heldMax, false, 0, false);
    }

    /**
     * Checks that the bounds on batches are consistent.
     *
     * @throws IllegalArgumentException if two bounds contradict each other
     */
    public BatchBounds {
        if (openMax < 1 || heldMax <= openMax || graceRounds < 0)
            throw new IllegalArgumentException(
                    "bounds: expected openMax >= 1, heldMax > openMax and graceRounds >= 0, got "
                            + openMax
                            + ", "
                            + heldMax
                            + " and "
                            + graceRounds);
    }
}
