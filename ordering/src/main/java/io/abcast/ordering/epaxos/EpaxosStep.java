package io.abcast.ordering.epaxos;

/**
 * A step of a member that an {@link EpaxosWatch} observes. The rules are the rules of recovery, with the numbers of
 * docs/protocols/epaxos.md.
 */
public enum EpaxosStep {
    /** The initial coordinator has committed its proposal in one round trip. */
    COMMITTED_FAST,

    /** A quorum has accepted a value in ballot 0. */
    COMMITTED_SLOW,

    /** A quorum has accepted a value with requests in the ballot of a recovery. */
    COMMITTED_RECOVERED,

    /** A quorum has accepted Nop. */
    COMMITTED_NOP,

    /** Rule 1: a member has answered that the instance is COMMITTED. */
    RULE_1,

    /** Rule 2: a member has answered that the instance is ACCEPTED. */
    RULE_2,

    /** Rule 3: the initial coordinator has joined the ballot. */
    RULE_3,

    /** Rule 4: the answers have too few fast votes for a fast commit. */
    RULE_4,

    /** Rule 5: the members of the quorum validate the proposal. */
    RULE_5,

    /** Rule 6: no instance denies a fast commit. */
    RULE_6,

    /** Rule 7: a committed instance denies a fast commit. */
    RULE_7,

    /** Rule 8: the coordinator of a denying instance is outside the quorum. */
    RULE_8,

    /** Rule 9: the recovery waits. */
    RULE_9,

    /** Rule 9: an awaited instance is committed without this one. */
    RULE_9_DENIED,

    /** Rule 9: all awaited instances are Nops, or depend on this one. */
    RULE_9_CLEARED,

    /** Rule 9: another waiting recovery has many fast votes. */
    RULE_9_WAITING,

    /** Rule 9: an answer from outside the quorum is ACCEPTED, or is from the initial coordinator. */
    RULE_9_OUTSIDE,

    /** A voter has raised the frontier of its vote. */
    FRONTIER_RAISED_BY_VOTER,

    /** The answer of a validator has raised the frontier of a recovered proposal. */
    FRONTIER_RAISED_BY_VALIDATOR,

    /** A recovery has raised the frontier to what its member has executed. */
    FRONTIER_RAISED_BY_EXECUTION
}
