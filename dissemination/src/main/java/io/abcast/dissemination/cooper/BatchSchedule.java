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
     * (Algorithm 2 of Liu 2015).
     */
    OVERLAP_2,
    /**
     * An extension of Liu 2015: every batch of k blocks starts k + C rounds after the batch before it (C: constant of
     * {@link BatchPlan}). In Algorithm 2 of Liu 2015, only the second batch starts k + C rounds after its predecessor
     * (k: blocks per batch).
     */
    STAGGERED
}
