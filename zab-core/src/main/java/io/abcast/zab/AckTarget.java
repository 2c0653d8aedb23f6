package io.abcast.zab;

/** The members to which a follower sends the ack of a logged entry. */
public enum AckTarget {
    /** The ack is sent to no member. A later ack, which is cumulative, covers the entry. */
    NO_MEMBER,
    LEADER,
    /** The ack is sent to the leader and every follower. */
    EVERYONE
}
