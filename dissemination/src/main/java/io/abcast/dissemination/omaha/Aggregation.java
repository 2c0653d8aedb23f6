package io.abcast.dissemination.omaha;

/** Rule that decides whether a message is held. */
public enum Aggregation {
    /**
     * Messages are held while a pledge is open, that is, while an application has announced further messages. Each
     * pledge has its own handle, so one application may have many open pledges at once.
     */
    PLEDGES,

    /**
     * Algorithm 1 of the paper without changes. An application has one pledge at a time; its next pledge overwrites the
     * present one. A message is held only for pledges of other applications. Neither the held bytes nor the lifetimes
     * of pledges are bounded. If a pledge ends although the announced message was not sent, held messages stay held.
     */
    ALGORITHM_1,

    /**
     * Every message is held for a fixed time or until the buffer is full. This rule is the baseline of section III-A of
     * the paper.
     */
    TIME,

    /** No message is held. */
    NONE
}
