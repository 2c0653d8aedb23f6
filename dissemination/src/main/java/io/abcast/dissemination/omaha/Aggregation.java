package io.abcast.dissemination.omaha;

/** Rule that decides whether a message is held. */
public enum Aggregation {
    /**
     * Held while a pledge is open. Each pledge has its own handle, so one application may have many open pledges at
     * once.
     */
    PLEDGES,

    /**
     * Algorithm 1 of the paper without changes. An application has one pledge; its next pledge overwrites it. Only
     * pledges of other applications count. There is no bound on bytes and no lifetime of pledges, and the end of an
     * unkept pledge releases nothing.
     */
    ALGORITHM_1,

    /** Every message is held, for a fixed time or until the buffer is full: the baseline of section III-A. */
    TIME,

    /** OMAHA holds no message. */
    NONE
}
