package io.abcast.jgroups.health;

/**
 * How far a follower is behind its leader, as the leader sees it.
 *
 * @param member its id
 * @param stage of its session: JOINING, PROMISED, FETCHING, STREAMING or SERVING; ABSENT without a session
 * @param serving whether requests are being ordered through it
 * @param entries in the leader's log and not acked by it; -1 if that cannot be told
 * @param lagNanos how long it owes an ack, at most some ten milliseconds too little; 0 if it owes none or cannot be told
 * @param windowBytes bytes sent to it and not acked
 * @param quietNanos how long ago it was heard; -1 without a session
 * @param session the session's number; 0 without one
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
    /** The stage of a member without a session. */
    public static final String ABSENT = "ABSENT";

    /** The stage of one that fetches a snapshot. */
    public static final String FETCHING = "FETCHING";

    /** A member without a session. */
    public static FollowerLag absent(int member) {
        return new FollowerLag(member, ABSENT, false, -1, 0, 0, -1, 0);
    }
}
