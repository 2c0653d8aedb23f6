package io.abcast.papers.camu.thesis;

/**
 * A hole (an error or a gap) in the algorithms that Vandevoorde 2018 prints. To close a hole, the algorithm gets a rule
 * that Vandevoorde 2018 lacks or contradicts. docs/papers/camu.md lists the holes with their numbers. This enum omits
 * holes that appear only with several replicas of a partition, or that no added rule can close.
 */
public enum Hole {
    /**
     * Hole 1 of Vandevoorde 2018: the clock rule in line 51 of Listing 2 lacks "+ 1". If all clocks are equal, no
     * operation is below the maximal executable clock (MEC), and the run gets stuck.
     */
    CLOCK_RULE,

    /**
     * Hole 2 of Vandevoorde 2018: line 39 of Listing 2 ignores the partition's own bound on executable clocks (LMEC).
     * Therefore a partition can execute operations above its own pending vote.
     */
    OWN_LMEC,

    /** Hole 3 of Vandevoorde 2018: operations with equal clocks have no defined order. */
    TIES,

    /**
     * Hole 4 of Vandevoorde 2018: the name "Maximal executable clock" (MEC) suggests that a partition may execute an
     * operation whose timestamp equals the MEC.
     */
    AT_THE_MEC,

    /**
     * Hole 5 of Vandevoorde 2018: the bound on executable clocks (LMEC) is the clock of TO-Multicast, which ignores the
     * partition's pending votes.
     */
    PENDING_VOTES,

    /**
     * Hole 10 of Vandevoorde 2018: Periodic Broadcast takes the largest LMEC (bound on executable clocks) of the
     * destinations as timestamp, without the LMEC of the sender.
     */
    OWN_TIMESTAMP,

    /**
     * Hole 12 of Vandevoorde 2018: after the coordinators have locked a graph, only the two partitions of the switched
     * link change their round numbers.
     */
    THIRD_PARTITIONS,

    /**
     * Hole 13 of Vandevoorde 2018: the switching round is the coordinator's round plus a constant. A partition that
     * receives the number of the switching round late may already have passed this round.
     */
    LATE_PARTITION,

    /**
     * Hole 14 of Vandevoorde 2018: abort messages do not name the aborted attempt. In addition, two partitions whose
     * switches conflict retry after equal times, and conflict again.
     */
    EQUAL_RETRIES,

    /**
     * Hole 16 of Vandevoorde 2018: before a link switches to TO-Multicast, its partitions wait until Periodic Broadcast
     * has dispatched the pending operations. The printed algorithm does not wait for operations that TO-Multicast has
     * decided but no round has dispatched.
     */
    DRAIN,

    /**
     * Hole 18 of Vandevoorde 2018: section 3.3.1 sets the clock to the final timestamp of an operation, but section
     * 2.3.2 sets it to the final timestamp plus one.
     */
    FINAL_CLOCK
}
