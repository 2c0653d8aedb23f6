package io.abcast.papers.camu.thesis;

/**
 * A hole (an error or a gap) in the algorithms that Vandevoorde 2018 prints. A closed hole is a rule that the algorithm
 * needs, and that Vandevoorde 2018 lacks or contradicts. docs/papers/camu.md numbers the holes. Holes that this enum
 * omits need several replicas of a partition, or cannot be closed in the printed algorithms.
 */
public enum Hole {
    /**
     * Hole 1 of Vandevoorde 2018: line 51 of Listing 2 lacks + 1. With equal clocks LMEC = MEC = clock, and no
     * operation is below the MEC (maximal executable clock).
     */
    CLOCK_RULE,

    /**
     * Hole 2 of Vandevoorde 2018: in line 39 of Listing 2 only received LMECs count, so a partition executes operations
     * above its own pending vote.
     */
    OWN_LMEC,

    /** Hole 3 of Vandevoorde 2018: operations with equal clocks have no defined order. */
    TIES,

    /**
     * Hole 4 of Vandevoorde 2018: by the name "Maximal executable clock" (MEC), a partition also executes an operation
     * whose timestamp equals the MEC.
     */
    AT_THE_MEC,

    /**
     * Hole 5: the LMEC (bound on executable clocks) of Vandevoorde 2018 is the clock of TO-Multicast, and does not
     * consider pending votes.
     */
    PENDING_VOTES,

    /**
     * Hole 10 of Vandevoorde 2018: the timestamp of Periodic Broadcast is the largest LMEC of the destinations, without
     * the LMEC of the sender.
     */
    OWN_TIMESTAMP,

    /**
     * Hole 12 of Vandevoorde 2018: after a lock of the graph, only the two partitions of the switched link change their
     * round number.
     */
    THIRD_PARTITIONS,

    /**
     * Hole 13 of Vandevoorde 2018: the switching round is the coordinator's round plus a constant, so a late partition
     * may have passed this round.
     */
    LATE_PARTITION,

    /**
     * Hole 14 of Vandevoorde 2018: abort messages do not name the attempt to switch, and both partitions of a conflict
     * retry after equal times.
     */
    EQUAL_RETRIES,

    /**
     * Hole 16 of Vandevoorde 2018: before a link switches to TO-Multicast, its partitions wait until Periodic Broadcast
     * has dispatched the pending operations. For this wait, the printed algorithm ignores operations that TO-Multicast
     * has decided and no round has dispatched.
     */
    DRAIN,

    /**
     * Hole 18 of Vandevoorde 2018: by section 3.3.1 the clock becomes the final timestamp, and by section 2.3.2 the
     * final timestamp plus one.
     */
    FINAL_CLOCK
}
