package io.abcast.ordering.log;

/**
 * Events that a member waits for before it sends to all other members: the pledge periods of Mahamdi et al. 2023,
 * section III-B.
 */
public enum Wait {
    /** A leader waits for promises to its ballot, and then proposes. The number of a pledge is the ballot. */
    PROMISES,

    /**
     * An acceptor or leader of Fast Byzantine Paxos waits for votes, and then announces that it has learned. The number
     * of a pledge is the slot.
     */
    VOTES,

    /**
     * A learner of Fast Byzantine Paxos waits for other learners, and then announces that it is satisfied. The number
     * of a pledge is the slot.
     */
    LEARNERS,

    /**
     * A member of Fast Paxos waits for the decision of its proposal, and then proposes the next one. The number of a
     * pledge is the slot.
     */
    ROUND,

    /** A member waits for its disk, and then announces its votes or promises. */
    DISK
}
