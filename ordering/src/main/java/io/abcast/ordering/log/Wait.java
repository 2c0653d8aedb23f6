package io.abcast.ordering.log;

/**
 * The kinds of events for which a member waits before it sends messages to all other members. During each wait, the
 * node has an open <em>pledge</em>, which announces the later messages to the transport (Mahamdi et al., 2023, section
 * III-B). The transport may hold other messages until they leave together with the announced messages.
 */
public enum Wait {
    /**
     * Kind of wait: a leader waits for promises to its ballot, and then sends proposals. The number of the pledge
     * (announcement of the proposals) is the ballot.
     */
    PROMISES,

    /**
     * Kind of wait: an acceptor or leader of Fast Byzantine Paxos waits for votes, and then announces the decision. The
     * number of its pledge is the slot.
     */
    VOTES,

    /**
     * Kind of wait: a learner of Fast Byzantine Paxos waits until enough learners have learned a value, and then
     * announces this. The number of its pledge is the slot.
     */
    LEARNERS,

    /**
     * Kind of wait: a member of Fast Paxos waits for the decision of its proposal, and then sends the next proposal.
     * The number of its pledge is the slot of the present proposal.
     */
    ROUND,

    /**
     * Kind of wait: a member waits until its disk has written its votes or promises, and then sends messages about
     * these votes or promises.
     */
    DISK
}
