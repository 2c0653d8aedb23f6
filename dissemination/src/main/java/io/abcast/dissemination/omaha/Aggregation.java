package io.abcast.dissemination.omaha;

/** What decides that a message is held. */
public enum Aggregation {
    /** An open pledge: each is a handle of its own, so one application may have many open at once. */
    PLEDGES,

    /**
     * Algorithm 1 to the letter: one pledge per application, the next one overwrites it, only those of other applications
     * count. It has no bound on bytes, no life time of pledges, and releases nothing when a pledge ends unkept.
     */
    ALGORITHM_1,

    /** Every message, for a fixed time or until the buffer is full, whatever it is: the baseline of section III-A. */
    TIME,

    /** Nothing: every message leaves at once. */
    NONE
}
