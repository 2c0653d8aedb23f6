package io.abcast.zab;

import java.util.List;

/**
 * The state of one link session of a member. A leader has a link session with each follower, and a follower has one
 * link session with its leader.
 *
 * @param peer id of the member at the other end
 * @param session number of the session, drawn by the follower
 * @param stage progress of the session. The last stage is SERVING at a leader and ACTIVE at a follower
 * @param serving whether requests are being ordered over the session
 * @param ackedZxid at a leader the last entry that the follower acked in this epoch, or -1 before its first ack; at a
 *     follower always -1
 * @param sentZxid at a leader the last entry that was sent to the follower, or -1 before the first; at a follower
 *     always -1
 * @param windowBytes at a leader the number of bytes of proposals sent and not acked, at most window_bytes_max plus one
 *     proposal
 * @param lacksBytes at a leader the number of bytes of the fetched snapshot that the follower lacked at its last
 *     request; 0 if the follower fetches no snapshot
 * @param quietNanos time since the last message from the peer, in ns
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

    /** Returns a list with the only session of a follower. */
    static List<SessionStatus> ofFollower(
            Link link, String stage, boolean serving, long quietNanos) {
        return List.of(
                new SessionStatus(
                        link.peer, link.session, stage, serving, -1, -1, 0, 0, quietNanos));
    }
}
