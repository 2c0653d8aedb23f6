package io.abcast.ordering.epaxos;

/** Progress of an instance at one member. The ordinal of a constant is its number on the wire. */
public enum InstancePhase {
    /**
     * The member has not voted. The member may have joined a ballot, or may know the proposed value from a recovery.
     */
    INITIAL,

    /** The member has voted for the dependencies of the value in ballot 0. */
    PREACCEPTED,

    /** The member has accepted a value with its dependencies in some ballot. */
    ACCEPTED,

    /** The member knows the decision. */
    COMMITTED
}
