package io.abcast.zab;

/** The members to which a follower sends the ack of a logged entry. */
public enum AckTarget {
    /**
     * The follower sends no ack of a logged entry; a later ack of this follower covers the entry, because acks are
     * cumulative.
     */
    NO_MEMBER,
    LEADER,
    /** The follower sends its ack of the entry to the leader and to every other follower. */
    EVERYONE
}
