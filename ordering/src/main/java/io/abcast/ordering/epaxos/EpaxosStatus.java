package io.abcast.ordering.epaxos;

import io.abcast.ordering.log.EnsembleStatus;
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
 * @param recovered instances that recoveries of this member have decided, Nops included
 * @param recoveries recoveries that this member has begun
 * @param nops executed instances that had no effect
 * @param commitNanos moving mean of the time from opening an own instance until its commit; 0 before the first one
 * @param executionNanos moving mean of the time from opening an own instance until its execution; 0 before the first
 *     one
 * @param executed instances executed
 * @param unexecuted committed instances that are not executed
 * @param retained known instances that are not dropped
 * @param undecided known instances without a decision
 * @param oldestUndecided the instance that has been undecided for the longest time; {@code null} without one
 * @param blocker an undecided instance that an execution waits for; {@code null} without one
 * @param bytesFetched number of payloads that arrived after a message that needed them
 * @param era random number that names the founding of the ensemble; 0 if this member belongs to none yet
 * @param votersLeft number of members that vote, as far as this member knows
 * @param recovering whether this member has lost its votes. It stays a learner
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
    /** There is no leader. */
    @Override
    public int leader() {
        return 0;
    }
}
