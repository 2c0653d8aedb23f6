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
     * Rule: for its first ceil(log2 n) rounds, a new batch has priority over earlier batches; n is the number of nodes
     * (Algorithm 2 of Liu 2015). In Algorithm 2, batches from the third on start ceil(log2 n) + k + C rounds after the
     * batch before it, k being the blocks per batch.
     */
    OVERLAP_2,
    /**
     * Rule {@code STAGGERED}, an extension of Liu 2015: every batch of k blocks starts k + C rounds after the batch
     * before it (C: constant of {@link BatchPlan}). The priorities of batches are those of Algorithm 2 ({@link
     * #OVERLAP_2}). In Algorithm 2 of Liu 2015, only the second batch starts k + C rounds after its predecessor (k:
     * blocks per batch). Before each later batch, Algorithm 2 waits ceil(log2 n) further rounds, in which the source
     * repeats blocks of the previous batch.
     */
    STAGGERED
}
