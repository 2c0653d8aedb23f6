package io.abcast.ordering.epaxos;

/** States of a member that runs EPaxos. */
public enum EpaxosPhase {
    /** State of a member: after its start, the member still reads its log. */
    LOADING,
    /** State of a member: the member belongs to no ensemble yet. */
    FOUNDING,
    /**
     * State of a member: the member has lost its storage, so it is a learner. A learner executes decided instances and
     * never votes again.
     */
    LEARNING,
    /** State of a member: the member votes and opens instances. */
    VOTING
}
