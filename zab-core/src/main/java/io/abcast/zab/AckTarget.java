package io.abcast.zab;

/** The members to which a follower sends an ack of a logged entry. */
public enum AckTarget {
    /** The ack is sent to no member: a later, cumulative ack covers the entry. */
    NO_MEMBER,
    LEADER,
    /** The leader and every follower. */
    EVERYONE
}
