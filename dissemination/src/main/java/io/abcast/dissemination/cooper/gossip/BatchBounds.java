package io.abcast.dissemination.cooper.gossip;

/**
 * Bounds on the batches that a node keeps in memory, and the kinds of blocks that it sends.
 *
 * @param openMax maximum number of batches that are incomplete or not yet on disk, at least 1; offers of further
 *     batches are delayed.
 * @param heldMax maximum number of batches in memory, more than {@code openMax}. At this bound, the node drops the
 *     least recently used batches that are on disk, and loads them again when they are needed.
 * @param plain whether nodes pass on unchanged the blocks that the source has sent unchanged, and recode only late
 *     batches. If false, every node except the source always recodes, as in Liu 2015
 * @param graceRounds if {@code plain} is true: number of rounds after the source's last unchanged block of a batch
 *     until the batch counts as late
 * @param codes whether nodes recode. If false, a node sends one of its blocks at random, unchanged; this is only for
 *     comparisons
 */
public record BatchBounds(int openMax, int heldMax, boolean plain, int graceRounds, boolean codes) {
    /** Bounds with which all batches stay in memory and all blocks are recoded. */
    public static final BatchBounds NONE =
            new BatchBounds(Integer.MAX_VALUE - 1, Integer.MAX_VALUE, false, 0, true);

    public BatchBounds(int openMax, int heldMax, boolean plain, int graceRounds) {
        this(openMax, heldMax, plain, graceRounds, true);
    }

    /** Returns these bounds for a transfer that sends random blocks from the start, without coding. */
    public BatchBounds ofRandomBlocks() {
        return new BatchBounds(openMax, heldMax, false, 0, false);
    }

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if the bounds contradict each other
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
