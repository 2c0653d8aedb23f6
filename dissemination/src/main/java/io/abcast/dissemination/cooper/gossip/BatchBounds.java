package io.abcast.dissemination.cooper.gossip;

/**
 * How many batches a node keeps in memory, and what it sends of them.
 *
 * @param openMax batches that are not here whole, or not yet on disk: offers of further ones are put off. At least 1
 * @param heldMax batches in memory altogether: of more, those on disk that were not used for longest are dropped, and loaded again
 *     when they are wanted. More than {@code openMax}
 * @param plain whether blocks that came from the source as they are go on as they are, and recoding is for what is late. Off: every
 *     node but the source recodes always, as Liu 2015 has it
 * @param graceRounds with {@code plain}: rounds after the source's last plain block of a batch until it is late
 * @param codes off: whoever would recode takes one of its blocks at random, as it is. To compare with
 */
public record BatchBounds(int openMax, int heldMax, boolean plain, int graceRounds, boolean codes) {
    /** Everything stays in memory, and all is recoded. */
    public static final BatchBounds NONE =
            new BatchBounds(Integer.MAX_VALUE - 1, Integer.MAX_VALUE, false, 0, true);

    public BatchBounds(int openMax, int heldMax, boolean plain, int graceRounds) {
        this(openMax, heldMax, plain, graceRounds, true);
    }

    /** Random blocks from the start, none of them coded. */
    public BatchBounds ofRandomBlocks() {
        return new BatchBounds(openMax, heldMax, false, 0, false);
    }

    /** @throws IllegalArgumentException when the bounds do not fit each other */
    public BatchBounds {
        if (openMax < 1 || heldMax <= openMax || graceRounds < 0)
            throw new IllegalArgumentException(
                    "expected at least 1 open batch, more in memory than open, and no negative grace, got "
                            + openMax
                            + ", "
                            + heldMax
                            + " and "
                            + graceRounds);
    }
}
