package io.abcast.ordering.epaxos;

import io.abcast.kernel.NodeStatus;
import java.util.Map;

/**
 * Status of an {@link EpaxosNode}.
 *
 * @param active whether requests are being ordered, as far as this member knows
 * @param reason short reason why requests are not being ordered; empty if they are
 * @param deliveredZxid zxid of the last entry; local to this member unless everything interferes
 * @param pending number of unanswered requests and rounds of reads
 * @param fast own instances that were committed on the fast path
 * @param slow own instances that were committed on the slow path
 * @param recovered recoveries that this member has begun
 * @param nops executed instances that had no effect
 * @param executed instances executed
 * @param unexecuted committed instances that are not executed
 * @param retained known instances that are not dropped
 * @param undecided known instances without a decision
 * @param blocker an undecided instance that an execution waits for; {@code null} without one
 * @param bytesFetched number of payloads that this member has asked for and received
 * @param era random number that names the founding of the ensemble; 0 if this member belongs to none yet
 * @param votersLeft number of members that vote, as far as this member knows
 * @param messagesRefused number of messages that broke a rule of the protocol or a bound, by server id of the sender;
 *     unmodifiable
 */
public record EpaxosStatus(
        int id,
        EpaxosPhase role,
        boolean active,
        String reason,
        boolean voter,
        long deliveredZxid,
        long durableZxid,
        long snapshotZxid,
        int pending,
        long delivered,
        long fast,
        long slow,
        long recovered,
        long nops,
        long executed,
        int unexecuted,
        int retained,
        int undecided,
        InstanceId blocker,
        long bytesFetched,
        long messagesSent,
        long messagesReceived,
        long messagesDropped,
        long snapshotsFetched,
        long era,
        int votersLeft,
        Map<Integer, Long> messagesRefused)
        implements NodeStatus {
    /** There is no leader. */
    @Override
    public int leader() {
        return 0;
    }
}
