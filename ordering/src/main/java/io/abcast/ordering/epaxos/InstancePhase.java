package io.abcast.ordering.epaxos;

/**
 * Progress of one EPaxos instance at one member. The ordinal of an instance phase is the number of the phase on the
 * wire.
 */
public enum InstancePhase {
    /**
     * Phase of an instance at a member: the member has not voted. A member in phase INITIAL may have joined a ballot,
     * or may know the proposed value from a recovery.
     */
    INITIAL,

    /** Phase of an instance at a member: the member has voted for the dependencies of the value in ballot 0. */
    PREACCEPTED,

    /** Phase of an instance at a member: the member has accepted a value with its dependencies in some ballot. */
    ACCEPTED,

    /** Phase of an instance at a member: the member knows the decision. */
    COMMITTED
}
