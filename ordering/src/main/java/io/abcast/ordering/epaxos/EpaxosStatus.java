package io.abcast.ordering.epaxos;

import io.abcast.ordering.log.EnsembleStatus;
import java.util.Map;

/**
 * Status of an {@link EpaxosNode} between two events.
 *
 * @param active whether the ensemble orders requests, as far as this member knows
 * @param reason short reason why the ensemble orders no requests; empty if the ensemble orders requests
 * @param deliveredZxid zxid of the last entry that this member has delivered. The zxid is valid only at this member,
 *     unless all requests interfere
 * @param pending number of unanswered requests and rounds of reads at this member
 * @param fast number of this member's instances that were committed on the fast path
 * @param slow number of this member's instances that were committed on the slow path
 * @param recovered number of instances that recoveries of this member have decided, including Nops
 * @param recoveries number of recoveries that this member has begun since its start
 * @param nops number of executed instances whose value is Nop or whose requests had no effect
 * @param commitNanos moving mean of the time in ns from the opening of an instance by this member to its commit; 0
 *     before the first commit
 * @param executionNanos moving mean of the time in ns from the opening of an instance by this member to its execution;
 *     0 before the first execution
 * @param executed number of instances that this member has executed
 * @param unexecuted number of committed instances that this member has not executed
 * @param retained number of known instances that this member has not dropped
 * @param undecided number of instances that this member knows without a decision
 * @param oldestUndecided the instance that has been undecided for the longest time; {@code null} if no instance is
 *     undecided
 * @param blocker an undecided instance for which an execution or a read waits; {@code null} if there is no such
 *     instance
 * @param bytesFetched number of request payloads that arrived later than a message that needed them
 * @param era random number that names the founding of the ensemble; 0 if this member belongs to no ensemble yet
 * @param votersLeft number of members that vote, as far as this member knows
 * @param recovering whether this member has lost its earlier votes. A member that has lost its votes stays a learner
 *     for ever
 * @param messagesRefused number of received messages that violated a rule of the protocol or exceeded a bound, by
 *     server id of the sender; the map is unmodifiable
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
        long recoveries,
        long nops,
        long commitNanos,
        long executionNanos,
        long executed,
        int unexecuted,
        int retained,
        int undecided,
        OldestUndecided oldestUndecided,
        InstanceId blocker,
        long bytesFetched,
        long messagesSent,
        long messagesReceived,
        long messagesDropped,
        long snapshotsFetched,
        long era,
        int votersLeft,
        boolean recovering,
        Map<Integer, Long> messagesRefused)
        implements EnsembleStatus {
    /** Returns 0, because EPaxos has no leader. */
    @Override
    public int leader() {
        return 0;
    }
}
