package io.abcast.ordering.epaxos;

/** Roles of a member that runs EPaxos. */
public enum EpaxosPhase {
    /** Role of a member: the member still reads its log. */
    LOADING,
    /** Role of a member: the member belongs to no ensemble yet. */
    FOUNDING,
    /**
     * Role of a member: the member is a learner, because it has lost its storage. A learner learns and executes
     * decisions, and never votes again.
     */
    LEARNING,
    /** Role of a member: the member votes and opens instances. */
    VOTING
}
