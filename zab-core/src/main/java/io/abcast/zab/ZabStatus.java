package io.abcast.zab;

import io.abcast.kernel.Membership;
import io.abcast.kernel.NodeStatus;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The state of a {@link ZabNode} between two events. Immutable. Counters are 0 at the node's start.
 *
 * @param id id of this member
 * @param role the member's role
 * @param active whether the role is established, so that requests are being ordered
 * @param reason why the member is not active, in a few words; empty while the member is active
 * @param leader the leader's id; 0 if no leader is known.
 * @param acceptedEpoch highest epoch that this member has promised
 * @param currentEpoch epoch of the leader whose history was last taken over
 * @param voter whether this member may vote. After the member has lost its storage or an operator has cut its log, the
 *     value is false until the member is synchronised
 * @param lastZxid last entry in the log
 * @param durableZxid last durable entry
 * @param committedZxid last entry known to be committed
 * @param deliveredZxid last entry handed to the state machine
 * @param snapshotZxid last entry in the newest snapshot
 * @param pending number of unanswered requests and reads that were submitted at this member
 * @param proposals number of entries that this member has proposed as leader
 * @param delivered number of entries delivered
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
 * @param syncDiff number of times that this member synchronised a follower with missing entries
 * @param syncTrunc number of times that this member synchronised a follower whose log had to be cut
 * @param syncSnap number of times that this member synchronised a follower with a snapshot
 * @param protocol the protocol of the present epoch, or without an epoch this member's own protocol
 * @param zabMode whether Zab's mode is on, in which acks go to the leader only and the leader announces commits
 * @param switches number of times that this member saw the protocol change to Zab's mode or back
 * @param coin the state of this member's coin; {@link CoinStatus#NONE} without a coin
 * @param sessions the link sessions of a leader with each follower, or of a follower with its leader; empty while the
 *     member looks for a leader
 * @param members the ensemble: voters and observers
 * @param pendingChange the change of the ensemble that is in this member's log and not known to be committed; empty
 *     without such a change
 * @param followers for each member in rank order, the last zxid acked to this leader, or -1 for a member that does not
 *     follow it; empty if this member does not lead.
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
     * Returns the number of bytes that each follower lacks of the snapshot that it fetches from this leader, by server
     * id. The caller may change the returned map.
     */
    public Map<Integer, Long> lackedByFollowers() {
        Map<Integer, Long> lacked = new TreeMap<>();
        if (role != Role.LEADING) return lacked;
        for (SessionStatus session : sessions)
            if (session.lacksBytes() > 0) lacked.put(session.peer(), session.lacksBytes());
        return lacked;
    }
}
