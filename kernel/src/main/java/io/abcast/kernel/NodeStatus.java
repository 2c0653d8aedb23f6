package io.abcast.kernel;

/** What a look at any {@link Node} between two events tells. Immutable. Counters run since the node's start. */
public interface NodeStatus {
    /** This member. */
    int id();

    /** What it is doing, as its protocol calls it. */
    Enum<?> role();

    /** Whether the role is established: requests are being ordered. */
    boolean active();

    /** Why it is not active, in a few words; empty while it is. */
    String reason();

    /** The leader's id; 0 if none is known. */
    int leader();

    /** Whether this member may vote: false for one that has lost what it had promised. */
    boolean voter();

    /** The last durable entry. */
    long durableZxid();

    /** The last entry handed to the state machine. */
    long deliveredZxid();

    /** The last entry in the newest snapshot. */
    long snapshotZxid();

    /** Requests and reads submitted here and not yet answered. */
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
