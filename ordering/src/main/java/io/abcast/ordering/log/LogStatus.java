package io.abcast.ordering.log;

import java.util.Map;

/**
 * The status of a {@link LogNode} at one time.
 *
 * @param active whether requests are being ordered, as far as this member knows
 * @param reason short reason why requests are not being ordered; an empty text if requests are being ordered
 * @param leader server id of the leader; 0 if this member knows no leader
 * @param round number of the newest ballot's round, or of the newest regency
 * @param slot the last slot that has taken effect at this member
 * @param deliveredZxid zxid of the last entry that this member has delivered
 * @param durableZxid zxid of the last durable entry of this member
 * @param snapshotZxid zxid of the last entry in this member's newest snapshot
 * @param pending number of unanswered requests of this member, plus its rounds of unanswered reads
 * @param era random number that names the founding of the ensemble; 0 if this member belongs to no ensemble yet
 * @param votersLeft number of members that vote, as far as this member knows
 * @param recovering whether this member has lost its votes and waits to be admitted as a voter
 * @param admissions number of members that this member has admitted as leader since its start
 * @param messagesRefused number of received messages that broke a rule of the protocol or exceeded a bound, by server
 *     id of the sender; the map is unmodifiable
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
        implements EnsembleStatus {}
