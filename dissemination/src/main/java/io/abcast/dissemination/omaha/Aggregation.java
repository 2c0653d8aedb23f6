package io.abcast.dissemination.omaha;

/** Rule that decides whether a message is held. */
public enum Aggregation {
    /**
     * Messages are held while a pledge is open. Each pledge has its own handle, so one application may have many open
     * pledges at once.
     */
    PLEDGES,

    /**
     * Algorithm 1 of the paper without changes. An application has one pledge, which its next pledge overwrites. Only
     * pledges of other applications count. Bytes and lifetimes of pledges are not bounded. If a pledge ends without
     * being kept, no message is released.
     */
    ALGORITHM_1,

    /**
     * Every message is held for a fixed time or until the buffer is full. This is the baseline of section III-A of the
     * paper.
     */
    TIME,

    /** No message is held. */
    NONE
}
