package io.abcast.ordering.epaxos;

/**
 * A step of a member's agreement that an {@link EpaxosWatch} observes. The rules in the names of steps are the numbered
 * rules of recovery in docs/protocols/epaxos.md.
 */
public enum EpaxosStep {
    /** Step: the initial coordinator has committed its proposal in one round trip. */
    COMMITTED_FAST,

    /** Step: a quorum has accepted a value in ballot 0. */
    COMMITTED_SLOW,

    /** Step: a quorum has accepted a value with requests in the ballot of a recovery. */
    COMMITTED_RECOVERED,

    /** Step: a quorum has accepted Nop in the ballot of a recovery. */
    COMMITTED_NOP,

    /** Rule 1 of recovery: a member has answered that the recovered instance is COMMITTED. */
    RULE_1,

    /** Rule 2 of recovery: a member has answered that the recovered instance is ACCEPTED. */
    RULE_2,

    /** Rule 3 of recovery: the initial coordinator of the recovered instance has joined the ballot of the recovery. */
    RULE_3,

    /** Rule 4 of recovery: the answers have too few fast votes for a fast commit of the recovered instance. */
    RULE_4,

    /** Rule 5 of recovery: the members of the recovery's quorum validate the proposal of the initial coordinator. */
    RULE_5,

    /** Rule 6 of recovery: no instance denies a fast commit of the recovered instance. */
    RULE_6,

    /** Rule 7 of recovery: a committed instance denies a fast commit of the recovered instance. */
    RULE_7,

    /** Rule 8 of recovery: the coordinator of a denying instance is outside the recovery's quorum. */
    RULE_8,

    /** Rule 9 of recovery: the recovery begins to wait for the decisions of other instances. */
    RULE_9,

    /** Rule 9 of recovery: an awaited instance is committed and does not depend on the recovered instance. */
    RULE_9_DENIED,

    /** Rule 9 of recovery: all awaited instances are Nops, or depend on the recovered instance. */
    RULE_9_CLEARED,

    /**
     * Rule 9 of recovery: the waiting recovery of another instance has so many fast votes that the recovered instance
     * cannot have been committed fast.
     */
    RULE_9_WAITING,

    /**
     * Rule 9 of recovery: an answer from outside the recovery's quorum is ACCEPTED, or is from the initial coordinator.
     */
    RULE_9_OUTSIDE,

    /**
     * A voter has raised the frontier of its vote to its drop line, because it has dropped instances above the proposed
     * frontier.
     */
    FRONTIER_RAISED_BY_VOTER,

    /** A recovery has raised the frontier of the recovered proposal to the drop line in a validator's answer. */
    FRONTIER_RAISED_BY_VALIDATOR,

    /**
     * A recovery has raised the frontier of the recovered proposal to cover the instances that its member has executed.
     */
    FRONTIER_RAISED_BY_EXECUTION
}
