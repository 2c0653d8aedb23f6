package io.abcast.zab;

/** Who is told that a follower has logged something. */
public enum AckTarget {
    /** Nobody now: a later ack will cover it. */
    NOBODY,
    LEADER,
    /** The leader and every follower. */
    EVERYONE
}
