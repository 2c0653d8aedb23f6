package io.abcast.ordering.log;

/**
 * Events for which a member waits before it sends messages to all other members. During each wait a pledge is open
 * (Mahamdi et al. 2023, section III-B): other messages may be held, and then leave together with the announced
 * messages. Each pledge has a number.
 */
public enum Wait {
    /** A leader waits for promises to its ballot, and then proposes. The ballot is the number of the pledge. */
    PROMISES,

    /**
     * An acceptor or leader of Fast Byzantine Paxos waits for votes, and then announces that it has learned. The slot is
     * the number of the pledge.
     */
    VOTES,

    /**
     * A learner of Fast Byzantine Paxos waits for other learners, and then announces that it is satisfied. The slot
     * is the number of the pledge.
     */
    LEARNERS,

    /**
     * A member of Fast Paxos waits for the decision of its proposal, and then proposes the next one. The slot is the
     * number of the pledge.
     */
    ROUND,

    /** A member waits for its disk, and then announces its votes or promises. */
    DISK
}
