package io.abcast.dissemination.cooper;

/** When the batches of a transfer start, and which goes first while several are under way (Liu 2015, chapter 4). */
public enum BatchSchedule {
    /** A batch starts when all nodes have the one before. */
    SEQUENTIAL,
    /** Algorithm 1: an earlier batch always goes first. */
    OVERLAP_1,
    /** Algorithm 2: a new batch goes first for its first ceil(log2 n) rounds. The third starts ceil(log2 n) + k + C after the second. */
    OVERLAP_2,
    /**
     * Our own: as Algorithm 2, but every batch starts k + C rounds after the one before. Algorithm 2 does that between the first and
     * the second only; from then on the source repeats for ceil(log2 n) rounds what it has already sent.
     */
    STAGGERED
}
