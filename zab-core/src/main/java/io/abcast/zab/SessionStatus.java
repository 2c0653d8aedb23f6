package io.abcast.zab;

import java.util.List;

/**
 * The state of one link session of a member. A leader has a link session with each follower, and a follower has one
 * link session with its leader.
 *
 * @param peer server id of the member at the other end of the link session.
 * @param session random number of the link session, which the follower has drawn.
 * @param stage progress of the session. The last stage of a link session is SERVING at a leader and ACTIVE at a
 *     follower
 * @param serving whether the follower takes part in ordering requests: the leader is established and the follower is
 *     synchronised
 * @param ackedZxid at a leader, zxid of the last entry that the follower acked in this epoch; -1 before its first ack,
 *     and always at a follower
 * @param sentZxid at a leader, zxid of the last entry that was sent to the follower; -1 before the first entry, and
 *     always at a follower
 * @param windowBytes at a leader, the number of proposal bytes in flight to the follower (sent and not acked), at most
 *     window_bytes_max plus one proposal
 * @param lacksBytes at a leader, the number of snapshot bytes that the follower lacked when it last requested a chunk;
 *     0 if the follower fetches no snapshot
 * @param quietNanos time since this member last received a message from the peer, in ns
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
    static List<SessionStatus> ofFollower(
            Link link, String stage, boolean serving, long quietNanos) {
        return List.of(
                new SessionStatus(
                        link.peer, link.session, stage, serving, -1, -1, 0, 0, quietNanos));
    }
}
