package io.abcast.zab;

/** The members to which a follower acks what it has logged. */
public enum AckTarget {
    /** No member: a later, cumulative ack covers it. */
    NO_MEMBER,
    LEADER,
    /** The leader and every follower. */
    EVERYONE
}
