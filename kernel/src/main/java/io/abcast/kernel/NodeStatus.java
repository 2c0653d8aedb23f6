package io.abcast.kernel;

/** The status of any {@link Node} between two events. Immutable. Counters are 0 at the node's start. */
public interface NodeStatus {
    /** The id of this member. */
    int id();

    /** The role of this member, as its protocol names it. */
    Enum<?> role();

    /** Whether the role is established, so that requests are being ordered. */
    boolean active();

    /** The reason why the member is not active, in a few words; empty while the member is active. */
    String reason();

    /** The leader's id; 0 if no leader is known. */
    int leader();

    /** Whether this member may vote: false for a member that may have forgotten promises or votes. */
    boolean voter();

    /** The zxid of the last durable entry. */
    long durableZxid();

    /** The zxid of the last entry handed to the state machine. */
    long deliveredZxid();

    /** The zxid of the last entry in the newest snapshot. */
    long snapshotZxid();

    /** Number of unanswered requests and reads that were submitted at this member. */
    int pending();

    /** Number of entries delivered. */
    long delivered();

    /** Number of protocol messages sent. */
    long messagesSent();

    /** Number of protocol messages received. */
    long messagesReceived();

    /** Number of messages dropped as stale, repeated or out of place. */
    long messagesDropped();
}
