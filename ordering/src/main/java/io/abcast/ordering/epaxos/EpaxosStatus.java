package io.abcast.ordering.epaxos;

import io.abcast.ordering.log.EnsembleStatus;
import java.util.Map;

/**
 * Status of one {@link EpaxosNode}, read between two events of the node.
 *
 * @param active whether this member orders requests at present
 * @param reason short reason why this member orders no requests; empty if {@code active}
 * @param deliveredZxid zxid of the last entry that this member has delivered; not comparable between members, unless
 *     all requests interfere
 * @param pending number of requests and rounds of reads at this member that are not answered yet
 * @param fast number of instances that this member opened and committed on the fast path (one round trip)
 * @param slow number of instances that this member opened and committed on the slow path (two round trips)
 * @param recovered number of instances that recoveries by this member have decided, including decisions for Nop
 * @param recoveries number of recoveries that this member has begun since its start
 * @param nops number of executed instances without an effect: the value was Nop, or none of the requests took effect
 * @param commitNanos moving mean of the time in ns from the opening of an instance by this member to its commit; 0
 *     before the first commit
 * @param executionNanos moving mean of the time in ns from the opening of an instance by this member to its execution;
 *     0 before the first execution
 * @param executed number of instances that this member has executed
 * @param unexecuted number of committed instances that this member has not executed
 * @param retained number of instances that this member keeps
 * @param undecided number of instances that this member knows and that are not decided
 * @param oldestUndecided the instance that this member has known for the longest time without a decision; {@code null}
 *     if all known instances are decided
 * @param blocker an undecided instance for which other instances or reads wait; {@code null} if no instance or read
 *     waits for a decision
 * @param bytesFetched number of request payloads that arrived after a message that needed them
 * @param era random number that names the founding of the ensemble; 0 if this member belongs to no ensemble yet
 * @param votersLeft number of members that may vote, as far as this member knows
 * @param recovering whether this member has lost its earlier votes, and so is a learner, which never votes again
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
