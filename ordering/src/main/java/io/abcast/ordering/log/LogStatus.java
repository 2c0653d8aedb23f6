package io.abcast.ordering.log;

import io.abcast.kernel.NodeStatus;
import java.util.Map;

/**
 * A look at a {@link LogNode}.
 *
 * @param active whether requests are being ordered, as far as this member knows
 * @param reason why they are not, in a few words; empty if they are
 * @param leader server id, 0 if unknown
 * @param round of the newest ballot or regency
 * @param slot the last instance that has taken effect
 * @param deliveredZxid the last entry
 * @param durableZxid the last durable entry
 * @param snapshotZxid the last entry in the newest snapshot
 * @param pending requests and rounds of reads that are not answered
 * @param era random number that names the founding of the ensemble; 0 if this member belongs to none yet
 * @param votersLeft members that vote, as far as this member knows
 * @param recovering whether this member has lost its votes and waits to be admitted
 * @param admissions members that this one has admitted as leader since its start
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
        long era,
        int votersLeft,
        boolean recovering,
        long admissions,
        Map<Integer, Long> messagesRefused)
        implements NodeStatus {}
