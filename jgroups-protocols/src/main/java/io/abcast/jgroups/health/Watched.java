package io.abcast.jgroups.health;

import java.util.List;

/**
 * The figures of a member that the {@link Watch} of the member reads. Any thread may call the methods of
 * {@code Watched}; no method blocks.
 */
public interface Watched {
    /**
     * Returns the lag of each other member behind this member, in order of server id. The list of lags is empty unless
     * this member is an established leader.
     */
    List<FollowerLag> followerLags();

    /**
     * Returns the server id of the leader from which this member fetches a snapshot; 0 if this member fetches no
     * snapshot.
     */
    int fetchingFrom();

    /** Returns whether this member is an established leader. */
    boolean leading();

    /** Returns the number of voters whose acks count that an established leader can lose and still have a quorum. */
    int spareVoters();

    /** Returns the maximum number of unanswered requests at this member. */
    int pendingMax();

    /** Returns the maximum number of bytes of the unanswered requests at this member. */
    long pendingBytesMax();
}
