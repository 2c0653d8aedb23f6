package io.abcast.jgroups.health;

import java.util.List;

/** The figures of a member that its watch reads. Safe from any thread; no method blocks. */
public interface Watched {
    /** Of an established leader: how far each other member is behind, in order of id; empty elsewhere. */
    List<FollowerLag> followerLags();

    /** The leader from which this member fetches a snapshot; 0 if it does not. */
    int fetchingFrom();

    /** Whether this member leads an established epoch. */
    boolean leading();

    /** How many of the voters that serve an established leader can lose before it has no quorum. */
    int spareVoters();

    /** Requests that may be unanswered at this member. */
    int pendingMax();

    /** Their bytes. */
    long pendingBytesMax();
}
