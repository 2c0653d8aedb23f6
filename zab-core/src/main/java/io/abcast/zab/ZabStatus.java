package io.abcast.zab;

import io.abcast.kernel.Membership;
import io.abcast.kernel.NodeStatus;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The state of a {@link ZabNode} between two events. A {@code ZabStatus} is immutable. All counters in this status
 * start at 0 when the node starts.
 *
 * @param id id of this member
 * @param role the member's role
 * @param active whether the member takes part in ordering requests: it is an established leader, or follows one
 * @param reason reason why the member is not active, in a few words; empty while the member is active
 * @param leader server id of the leader that this member knows; 0 if this member knows no leader.
 * @param acceptedEpoch highest epoch that this member has promised to a leader.
 * @param currentEpoch epoch of the leader whose initial history this member has last taken over.
 * @param voter whether this member is a voter, so that its vote counts in quorums. After the member has lost its
 *     storage or an operator has cut its log, {@code voter} is false until the member is synchronised
 * @param lastZxid zxid of the last entry in this member's log
 * @param durableZxid zxid of the last entry that is durable at this member
 * @param committedZxid zxid of the last entry that this member knows to be committed
 * @param deliveredZxid zxid of the last entry that this member has delivered to its application
 * @param snapshotZxid zxid of the last entry in this member's newest snapshot
 * @param pending number of unanswered requests and reads that were submitted at this member
 * @param proposals number of entries that this member has proposed as leader
 * @param delivered number of entries that this member has delivered
 * @param messagesSent number of protocol messages of all kinds that this member has sent
 * @param messagesReceived number of protocol messages that this member has received
 * @param proposalsSent number of proposal messages that this member has sent
 * @param proposalsReceived number of proposal messages that this member has received
 * @param acksSent number of ack messages that this member has sent
 * @param acksReceived number of ack messages that this member has received
 * @param commitsSent number of commit messages that this member has sent
 * @param commitsReceived number of commit messages that this member has received
 * @param messagesDropped number of received messages that this member dropped as stale, repeated or unexpected
 * @param sessionsBroken number of link sessions that this member broke off, because of a missing or an unexpected
 *     message
 * @param elections number of times that this member began to look for a leader
 * @param syncDiff number of times that this member, as leader, synchronised a follower by sending the entries that the
 *     follower lacked
 * @param syncTrunc number of times that this member synchronised a follower whose log had to be cut
 * @param syncSnap number of times that this member synchronised a follower with a snapshot
 * @param protocol the protocol of the present epoch; if this member has no epoch, this member's own protocol
 * @param zabMode whether Zab's mode is on, in which acks go to the leader only and the leader announces commits
 * @param switches number of switches of the leader to Zab's mode or back that this member has seen
 * @param coin the state of this member's coin, a random choice about acks; {@link CoinStatus#NONE} without a coin
 * @param sessions the link sessions of a leader with each follower, or of a follower with its leader; empty while the
 *     member looks for a leader
 * @param members the ensemble that this member knows, with its voters and observers
 * @param pendingChange the change of the ensemble that is in this member's log and not known to be committed; empty if
 *     no change is pending
 * @param followers for each member in rank order, the last zxid acked to this leader; -1 for a member that does not
 *     follow this leader; empty if this member does not lead.
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
     * id. The caller may change the returned map of server ids to bytes.
     */
    public Map<Integer, Long> lackedByFollowers() {
        Map<Integer, Long> lacked = new TreeMap<>();
        if (role != Role.LEADING) return lacked;
        for (SessionStatus session : sessions)
            if (session.lacksBytes() > 0) lacked.put(session.peer(), session.lacksBytes());
        return lacked;
    }
}
