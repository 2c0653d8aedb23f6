package io.abcast.kernel;

/**
 * The status of any {@link Node} between two events. Immutable. All counters of a {@code NodeStatus} begin with 0 at
 * the start of the node.
 */
public interface NodeStatus {
    /** The server id of this member. */
    int id();

    /** The role of this member, as its protocol names it. */
    Enum<?> role();

    /** Whether this member leads or follows an established leader, so that requests are being ordered. */
    boolean active();

    /** The reason why this member does not order requests, in a few words; empty while this member is active. */
    String reason();

    /** The server id of the leader; 0 if this member knows no leader. */
    int leader();

    /**
     * Whether this member may vote. {@code voter} returns false for a member that may have forgotten promises or votes.
     */
    boolean voter();

    /** The zxid of the last durable entry of this member. */
    long durableZxid();

    /** The zxid of the last entry that this member has handed to the state machine. */
    long deliveredZxid();

    /** The zxid of the last entry in the newest snapshot of this member. */
    long snapshotZxid();

    /** Number of unanswered requests and reads that were submitted at this member. */
    int pending();

    /** Number of entries that this member has delivered. */
    long delivered();

    /** Number of protocol messages that this member has sent. */
    long messagesSent();

    /** Number of protocol messages that this member has received. */
    long messagesReceived();

    /** Number of messages that this member has dropped as stale, repeated or out of place. */
    long messagesDropped();
}
