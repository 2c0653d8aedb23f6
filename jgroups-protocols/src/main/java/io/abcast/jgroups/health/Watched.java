package io.abcast.jgroups.health;

import java.util.List;

/** The figures of a member that its {@link Watch} reads. Safe from any thread; no method blocks. */
public interface Watched {
    /**
     * The lag of each other member behind this member, in order of id; empty unless this member is an established
     * leader.
     */
    List<FollowerLag> followerLags();

    /** The leader from which this member fetches a snapshot; 0 if it fetches no snapshot. */
    int fetchingFrom();

    /** Whether this member is an established leader. */
    boolean leading();

    /**
     * The number of serving voters that an established leader can lose and still have a quorum. A voter serves while
     * its acks count.
     */
    int spareVoters();

    /** Maximum number of unanswered requests at this member. */
    int pendingMax();

    /** Maximum number of bytes of the unanswered requests at this member. */
    long pendingBytesMax();
}
