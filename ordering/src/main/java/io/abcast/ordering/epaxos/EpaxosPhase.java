package io.abcast.ordering.epaxos;

/** Role of a member that runs EPaxos. */
public enum EpaxosPhase {
    /** The member reads its log. */
    LOADING,
    /** The member belongs to no ensemble yet. */
    FOUNDING,
    /** The member has lost its storage. The member learns and executes decisions, and never votes again. */
    LEARNING,
    /** The member votes and opens instances. */
    VOTING
}
