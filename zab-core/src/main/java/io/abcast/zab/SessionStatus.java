package io.abcast.zab;

import java.util.List;

/**
 * The state of one link session of a member: a leader has one with each of its followers, a follower has one with its
 * leader.
 *
 * @param peer id of the other end
 * @param session number of the session, drawn by the follower
 * @param stage progress of the session; the last stage is SERVING at a leader, ACTIVE at a follower
 * @param serving whether requests are being ordered over the session
 * @param ackedZxid at a leader: last entry that the follower acked in this epoch, -1 before the first; at a follower:
 *     -1
 * @param sentZxid at a leader: last entry sent, -1 before the first; at a follower: -1
 * @param windowBytes at a leader: bytes of proposals sent and not acked, at most window_bytes_max and one proposal
 * @param lacksBytes at a leader: bytes of the fetched snapshot that the follower lacked at its last request; 0 if it
 *     fetches no snapshot
 * @param quietNanos nanoseconds since the last message from the other end
 */
public record SessionStatus(
        int peer,
        long session,
        String stage,
        boolean serving,
        long ackedZxid,
        long sentZxid,
        long windowBytes,
        long lacksBytes,
        long quietNanos) {

    /** A list with a follower's only session. */
    static List<SessionStatus> ofFollower(
            Link link, String stage, boolean serving, long quietNanos) {
        return List.of(
                new SessionStatus(
                        link.peer, link.session, stage, serving, -1, -1, 0, 0, quietNanos));
    }
}
