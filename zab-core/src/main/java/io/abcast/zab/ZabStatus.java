package io.abcast.zab;

import io.abcast.kernel.Membership;
import io.abcast.kernel.NodeStatus;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A look at a {@link ZabNode} between two events. Immutable. Counters run since the node's start.
 *
 * @param id this member
 * @param role what it is doing
 * @param active whether the role is established: requests are being ordered
 * @param reason why it is not active, in a few words; empty while it is
 * @param leader the leader's id, 0 if none is known
 * @param acceptedEpoch highest epoch promised
 * @param currentEpoch epoch of the leader whose history was last taken over
 * @param voter whether this member may vote: false until it was synchronised after it had lost its memory,
 *     or its log had been cut by hand
 * @param lastZxid last entry in the log
 * @param durableZxid last durable entry
 * @param committedZxid last entry known to be committed
 * @param deliveredZxid last entry handed to the state machine
 * @param snapshotZxid last entry in the newest snapshot
 * @param pending requests and reads submitted here and not yet answered
 * @param proposals entries proposed by this member as leader
 * @param delivered entries delivered
 * @param messagesSent protocol messages sent
 * @param messagesReceived protocol messages received
 * @param proposalsSent proposal messages sent
 * @param proposalsReceived proposal messages received
 * @param acksSent ack messages sent
 * @param acksReceived ack messages received
 * @param commitsSent commit messages sent
 * @param commitsReceived commit messages received
 * @param messagesDropped messages dropped as stale, repeated or out of place
 * @param sessionsBroken link sessions ended by a gap
 * @param elections times that this member began to look for a leader
 * @param syncDiff followers this member brought up to date by missing entries
 * @param syncTrunc followers it brought up to date after cutting their log
 * @param syncSnap followers it brought up to date by a snapshot
 * @param protocol the protocol of the present epoch, or this member's own
 * @param zabMode whether it runs as Zab does: acks to the leader alone, and commits from it
 * @param switches times that this member saw the protocol change to Zab's mode or back
 * @param coin what this member's coin does; {@link CoinStatus#NONE} without one
 * @param sessions its link sessions: a leader's with each of its followers, a follower's with its leader; none while looking
 * @param members the ensemble: voters and observers
 * @param pendingChange the change of the ensemble that is in this member's log and not known to be committed; empty if none
 * @param followers per member of {@code members} in rank order, last zxid acked to this leader; -1 where it is not following; empty unless leading
 */
public record ZabStatus(
        int id,
        Role role,
        boolean active,
        String reason,
        int leader,
        int acceptedEpoch,
        int currentEpoch,
        boolean voter,
        long lastZxid,
        long durableZxid,
        long committedZxid,
        long deliveredZxid,
        long snapshotZxid,
        int pending,
        long proposals,
        long delivered,
        long messagesSent,
        long messagesReceived,
        long proposalsSent,
        long proposalsReceived,
        long acksSent,
        long acksReceived,
        long commitsSent,
        long commitsReceived,
        long messagesDropped,
        long sessionsBroken,
        long elections,
        long syncDiff,
        long syncTrunc,
        long syncSnap,
        String protocol,
        boolean zabMode,
        long switches,
        CoinStatus coin,
        List<SessionStatus> sessions,
        Membership members,
        String pendingChange,
        long[] followers)
        implements NodeStatus {

    /** Leader: the bytes of its snapshot that each follower which fetches it lacks. The map is the caller's to change. */
    public Map<Integer, Long> lackedByFollowers() {
        Map<Integer, Long> lacked = new TreeMap<>();
        if (role != Role.LEADING) return lacked;
        for (SessionStatus session : sessions)
            if (session.lacksBytes() > 0) lacked.put(session.peer(), session.lacksBytes());
        return lacked;
    }
}
