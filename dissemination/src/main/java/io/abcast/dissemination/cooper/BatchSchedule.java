package io.abcast.dissemination.cooper;

/**
 * Rule by which a transfer starts its batches and sets the priority among batches in progress (Liu 2015, chapter 4).
 */
public enum BatchSchedule {
    /** Rule: a batch starts only when all nodes have the complete previous batch. */
    SEQUENTIAL,
    /** Rule: earlier batches always have priority over later batches (Algorithm 1 of Liu 2015). */
    OVERLAP_1,
    /**
     * Rule: a new batch has priority for its first ceil(log2 n) rounds (Algorithm 2 of Liu 2015). In Algorithm 2, the
     * third batch and each later batch start ceil(log2 n) + k + C rounds after the previous batch.
     */
    OVERLAP_2,
    /**
     * A variant of abcast: every batch starts k + C rounds after the previous batch, and priorities are those of
     * Algorithm 2. In Algorithm 2 of Liu 2015, only the second batch starts k + C rounds after its predecessor. Before
     * each later batch, Algorithm 2 waits ceil(log2 n) further rounds, in which the source repeats blocks of the
     * previous batch.
     */
    STAGGERED
}
