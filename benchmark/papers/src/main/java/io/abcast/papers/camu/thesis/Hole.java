package io.abcast.papers.camu.thesis;

/**
 * A hole in the algorithms that the thesis prints. A closed hole is a rule that the algorithm needs and the thesis lacks
 * or contradicts. docs/papers/camu.md numbers the holes. Holes that are not listed here need several replicas of a
 * partition, or cannot be closed in these algorithms.
 */
public enum Hole {
    /** 1. Listing 2, line 51 lacks + 1: with equal clocks LMEC = MEC = clock, and no operation is below the MEC. */
    CLOCK_RULE,

    /** 2. Listing 2, line 39: only received LMECs count, so a partition executes above its own pending vote. */
    OWN_LMEC,

    /** 3. Operations with equal clocks have no defined order. */
    TIES,

    /** 4. "Maximal executable clock": an operation at exactly the MEC is executed too. */
    AT_THE_MEC,

    /** 5. The LMEC is the clock of TO-Multicast, without the pending votes. */
    PENDING_VOTES,

    /** 10. The timestamp of Periodic Broadcast is the largest LMEC of the destinations, without the sender's own. */
    OWN_TIMESTAMP,

    /** 12. After a lock of the graph, only the two switching partitions change their round. */
    THIRD_PARTITIONS,

    /** 13. The switching round is the coordinator's round plus a constant; a late partition has already passed it. */
    LATE_PARTITION,

    /** 14. Aborts name no attempt, and both sides of a conflict retry after the same time. */
    EQUAL_RETRIES,

    /**
     * 16. The drain before a switch to TO-Multicast does not wait for operations that TO-Multicast has decided and no
     * round has dispatched.
     */
    DRAIN,

    /** 18. Section 3.3.1: the clock becomes the final timestamp; section 2.3.2: the final timestamp plus one. */
    FINAL_CLOCK
}
