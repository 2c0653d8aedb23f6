package io.abcast.zab;

import java.util.List;

/**
 * What a member knows of one of its link sessions: a leader of each of its followers, a follower of its leader.
 *
 * @param peer the other end's id
 * @param session the session's number, drawn by the follower
 * @param stage how far it has come; the last one is SERVING at a leader, ACTIVE at a follower
 * @param serving whether requests are being ordered over it
 * @param ackedZxid leader: last entry that the follower acked in this epoch; -1 if none yet, and at a follower
 * @param sentZxid leader: last entry sent; -1 before any, and at a follower
 * @param windowBytes leader: bytes of proposals sent and not acked, of at most window_bytes_max and one proposal
 * @param lacksBytes leader: what the follower still lacked of the snapshot that it fetches when it asked last; 0 if it fetches none
 * @param quietNanos how long ago the other end was heard
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

    /** A follower's only one, in a list. */
    static List<SessionStatus> ofFollower(
            Link link, String stage, boolean serving, long quietNanos) {
        return List.of(
                new SessionStatus(
                        link.peer, link.session, stage, serving, -1, -1, 0, 0, quietNanos));
    }
}
