package io.abcast.dissemination.omaha;

/**
 * Rule that decides whether Omaha holds a message, so that it can leave together with later messages to its
 * destination.
 */
public enum Aggregation {
    /**
     * Rule: Omaha holds a message while a pledge is open, that is, while an application has announced another message
     * to the destination.
     */
    PLEDGES,

    /**
     * Rule: Omaha uses Algorithm 1 of Mahamdi and others (2023) without changes. In Algorithm 1, an application has one
     * pledge at a time, which its next pledge overwrites. Algorithm 1 bounds neither the held bytes nor the lifetimes
     * of pledges. If a pledge ends without the announced message, Algorithm 1 does not release the held messages.
     */
    ALGORITHM_1,

    /**
     * Rule: Omaha holds every message for a fixed time, or until the buffer of the destination is full. Holding for a
     * fixed time is the baseline of Mahamdi and others (2023), section III-A.
     */
    TIME,

    /** Rule: Omaha holds no message. */
    NONE
}
