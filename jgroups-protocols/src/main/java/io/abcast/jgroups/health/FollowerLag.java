package io.abcast.jgroups.health;

/**
 * The lag of a follower behind its leader, as the leader sees it.
 *
 * @param member server id of the follower
 * @param stage stage of the follower's link session: JOINING, PROMISED, FETCHING, STREAMING or SERVING; ABSENT without
 *     a session
 * @param serving whether the follower is serving, so that the leader counts its acks
 * @param entries number of entries in the leader's log that the follower has not acked; -1 if the number is unknown
 * @param lagNanos age in ns of the oldest entry that the follower has not acked, possibly too small by some tens of
 *     milliseconds; 0 if all entries are acked, or if the age is unknown
 * @param windowBytes number of bytes sent to the follower and not yet acked
 * @param quietNanos time in ns since the last message of the follower; -1 without a session
 * @param session number of the follower's link session; 0 without a session
 */
public record FollowerLag(
        int member,
        String stage,
        boolean serving,
        long entries,
        long lagNanos,
        long windowBytes,
        long quietNanos,
        long session) {
    /** The value of {@code stage} for a member that has no link session with the leader. */
    public static final String ABSENT = "ABSENT";

    /** The value of {@code stage} for a member that fetches a snapshot. */
    public static final String FETCHING = "FETCHING";

    /** Returns the lag of a member that has no link session with the leader. */
    public static FollowerLag absent(int member) {
        return new FollowerLag(member, ABSENT, false, -1, 0, 0, -1, 0);
    }
}
