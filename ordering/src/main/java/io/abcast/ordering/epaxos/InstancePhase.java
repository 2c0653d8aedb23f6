package io.abcast.ordering.epaxos;

/**
 * Progress of one EPaxos instance at one member. Messages encode a phase as its ordinal, so the order of the constants
 * must not change.
 */
public enum InstancePhase {
    /**
     * Phase of an instance at a member: the member has not voted, but may have joined a ballot, or may know the
     * proposed value from a recovery.
     */
    INITIAL,

    /** Phase of an instance at a member: the member has voted on the coordinator's PreAccept. */
    PREACCEPTED,

    /** Phase of an instance at a member: the member has accepted a value and dependencies by an Accept message. */
    ACCEPTED,

    /** Phase of an instance at a member: the member knows the decided value and dependencies. */
    COMMITTED
}
