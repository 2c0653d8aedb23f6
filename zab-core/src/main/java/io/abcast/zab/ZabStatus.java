package io.abcast.zab;

import io.abcast.kernel.Membership;
import io.abcast.kernel.NodeStatus;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The state of a {@link ZabNode} between two events. Immutable. Counters run since the node's start.
 *
 * @param id this member
 * @param role the member's role
 * @param active whether the role is established: requests are being ordered
 * @param reason why the member is not active, in a few words; empty while it is
 * @param leader the leader's id, 0 if no leader is known
 * @param acceptedEpoch highest epoch promised
 * @param currentEpoch epoch of the leader whose history was last taken over
 * @param voter whether this member may vote: false after it has lost its memory, or its log has been cut by hand, until
 *     it is synchronised
 * @param lastZxid last entry in the log
 * @param durableZxid last durable entry
 * @param committedZxid last entry known to be committed
 * @param deliveredZxid last entry handed to the state machine
 * @param snapshotZxid last entry in the newest snapshot
 * @param pending unanswered requests and reads submitted at this member
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
 * @param sessionsBroken link sessions that this member broke off, because of a gap or an unexpected message
 * @param elections number of times that this member began to look for a leader
 * @param syncDiff followers that this member synchronised with missing entries
 * @param syncTrunc followers that this member synchronised after cutting their log
 * @param syncSnap followers that this member synchronised with a snapshot
 * @param protocol the protocol of the present epoch, or this member's own
 * @param zabMode whether Zab's mode is on: acks go to the leader only, and the leader announces commits
 * @param switches number of times that this member saw the protocol change to Zab's mode or back
 * @param coin the state of this member's coin; {@link CoinStatus#NONE} without one
 * @param sessions link sessions: a leader's with each of its followers, a follower's with its leader; empty while
 *     looking
 * @param members the ensemble: voters and observers
 * @param pendingChange the change of the ensemble that is in this member's log and not known to be committed; empty
 *     without one
 * @param followers per member of {@code members} in rank order, last zxid acked to this leader, -1 for a member that
 *     does not follow it; empty unless leading
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

    /**
     * At a leader: the bytes of its snapshot that each fetching follower lacks, by id. The caller may change the
     * returned map.
     */
    public Map<Integer, Long> lackedByFollowers() {
        Map<Integer, Long> lacked = new TreeMap<>();
        if (role != Role.LEADING) return lacked;
        for (SessionStatus session : sessions)
            if (session.lacksBytes() > 0) lacked.put(session.peer(), session.lacksBytes());
        return lacked;
    }
}
