package io.abcast.dissemination.cooper;

/**
 * Rule for the start of each batch of a transfer, and for the batch that has priority while several batches are in
 * progress (Liu 2015, chapter 4).
 */
public enum BatchSchedule {
    /** A batch starts only when all nodes have the previous batch. */
    SEQUENTIAL,
    /** Algorithm 1: earlier batches always have priority. */
    OVERLAP_1,
    /**
     * Algorithm 2: a new batch has priority for its first ceil(log2 n) rounds. The third batch starts ceil(log2 n) + k
     * + C rounds after the second.
     */
    OVERLAP_2,
    /**
     * A variant of this project: as Algorithm 2, but every batch starts k + C rounds after the previous one. In
     * Algorithm 2, only the second batch starts k + C rounds after its predecessor. The longer distance of later
     * batches makes the source repeat blocks for ceil(log2 n) rounds.
     */
    STAGGERED
}
