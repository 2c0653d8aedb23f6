package io.abcast.kernel;

/** The status of any {@link Node} between two events. Immutable. Counters run since the node's start. */
public interface NodeStatus {
    /** The id of this member. */
    int id();

    /** The role of this member, as its protocol names it. */
    Enum<?> role();

    /** Whether the role is established: requests are being ordered. */
    boolean active();

    /** Why the member is not active, in a few words; empty while it is. */
    String reason();

    /** The leader's id; 0 if no leader is known. */
    int leader();

    /** Whether this member may vote: false for a member that has lost its promises. */
    boolean voter();

    /** The last durable entry. */
    long durableZxid();

    /** The last entry handed to the state machine. */
    long deliveredZxid();

    /** The last entry in the newest snapshot. */
    long snapshotZxid();

    /** Number of unanswered requests and reads that were submitted at this member. */
    int pending();

    /** Entries delivered. */
    long delivered();

    /** Protocol messages sent. */
    long messagesSent();

    /** Protocol messages received. */
    long messagesReceived();

    /** Messages dropped as stale, repeated or out of place. */
    long messagesDropped();
}
