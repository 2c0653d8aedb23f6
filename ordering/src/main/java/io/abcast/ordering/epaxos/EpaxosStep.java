package io.abcast.ordering.epaxos;

/**
 * A step of the consensus protocol at one member, which an {@link EpaxosWatch} observes. Rule numbers are those of the
 * rules of recovery in docs/protocols/epaxos.md.
 */
public enum EpaxosStep {
    /** Step: the initial coordinator has committed its proposal on the fast path, after one round trip. */
    COMMITTED_FAST,

    /** Step: an instance is committed on the slow path, because a quorum has accepted its value in ballot 0. */
    COMMITTED_SLOW,

    /** Step: a recovery has committed an instance with its requests. */
    COMMITTED_RECOVERED,

    /** Step: a recovery has committed an instance as Nop, without requests. */
    COMMITTED_NOP,

    /** Rule 1 of recovery applies: a member has answered with the decision of the recovered instance. */
    RULE_1,

    /** Rule 2 of recovery applies: a member has answered that it has accepted a value in the recovered instance. */
    RULE_2,

    /**
     * Rule 3 of recovery applies: the initial coordinator has joined the ballot of the recovery, without a fast commit.
     */
    RULE_3,

    /**
     * Rule 4 of recovery applies: the answers have too few fast votes, so a fast commit of the recovered instance is
     * impossible.
     */
    RULE_4,

    /**
     * Rule 5 of recovery applies: a fast commit is possible, so the recovery sends Validate to the members of its
     * quorum.
     */
    RULE_5,

    /** Rule 6 of recovery applies: no instance contradicts a fast commit of the recovered instance. */
    RULE_6,

    /** Rule 7 of recovery applies: a committed instance contradicts a fast commit of the recovered instance. */
    RULE_7,

    /**
     * Rule 8 of recovery applies: an instance contradicts the fast commit, and the coordinator of this instance is
     * outside the recovery's quorum.
     */
    RULE_8,

    /**
     * Rule 9 of recovery applies: the recovery begins to wait for the decisions of the instances that may contradict a
     * fast commit.
     */
    RULE_9,

    /**
     * A wait of rule 9 ends with Nop: an awaited instance is committed and does not depend on the recovered instance.
     */
    RULE_9_DENIED,

    /**
     * A wait of rule 9 ends with the proposed value: each awaited instance is decided as Nop, or depends on the
     * recovered instance.
     */
    RULE_9_CLEARED,

    /**
     * A wait of rule 9 ends with Nop: an awaited instance has so many fast votes that the recovered instance cannot
     * have been committed fast.
     */
    RULE_9_WAITING,

    /**
     * A wait of rule 9 ends by a late answer from outside the recovery's quorum: the answer reports an accepted value,
     * or comes from the initial coordinator.
     */
    RULE_9_OUTSIDE,

    /**
     * Step: a voter has raised the frontier in its vote, because it has dropped instances above the proposed frontier.
     */
    FRONTIER_RAISED_BY_VOTER,

    /**
     * Step: a recovery has raised the frontier of the proposal, because a member that answered Validate has dropped
     * instances above this frontier.
     */
    FRONTIER_RAISED_BY_VALIDATOR,

    /**
     * Step: a recovery has raised the frontier of the proposal to include all instances that the recovering member has
     * executed.
     */
    FRONTIER_RAISED_BY_EXECUTION
}
