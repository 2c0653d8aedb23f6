package io.abcast.ordering.log;

import io.abcast.kernel.NodeStatus;
import java.util.Map;

/**
 * A look at a {@link LogNode}.
 *
 * @param active whether it can expect answers to requests: it knows a leader
 * @param reason why not, in a few words; empty if it is
 * @param leader server id, 0 if unknown
 * @param round of the newest ballot or regency
 * @param slot the last instance that has taken effect
 * @param deliveredZxid the last entry
 * @param durableZxid the last durable entry
 * @param snapshotZxid the last entry in the newest snapshot
 * @param pending requests and rounds of reads that are not answered
 * @param messagesRefused by server id of the sender: messages that broke a rule of the protocol or a bound; unmodifiable
 */
public record LogStatus(
        int id,
        LogPhase role,
        boolean active,
        String reason,
        int leader,
        long round,
        boolean voter,
        long slot,
        long deliveredZxid,
        long durableZxid,
        long snapshotZxid,
        int pending,
        long delivered,
        long empty,
        long messagesSent,
        long messagesReceived,
        long messagesDropped,
        long snapshotsFetched,
        Map<Integer, Long> messagesRefused)
        implements NodeStatus {}
