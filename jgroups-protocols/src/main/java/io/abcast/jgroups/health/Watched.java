package io.abcast.jgroups.health;

import java.util.List;

/** What the watch over a member reads of it. From any thread; nothing waits. */
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
