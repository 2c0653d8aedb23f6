package io.abcast.ordering.log;

/**
 * The kinds of events for which a member waits before it sends messages to all other members. During each wait a pledge
 * (announcement of messages) is open (Mahamdi et al. 2023, section III-B). A pledge announces messages, so a transport
 * may hold other messages until they leave together with the announced messages. Each pledge (announcement of messages)
 * of one kind of wait has its own number.
 */
public enum Wait {
    /**
     * Kind of wait: a leader waits for promises to its ballot, and then sends proposals. The number of a pledge
     * (announcement of messages) for promises is the ballot.
     */
    PROMISES,

    /**
     * Kind of wait: an acceptor or leader of Fast Byzantine Paxos waits for votes, and then announces that it has
     * learned the decision. The number of a pledge (announcement of messages) for votes is the slot.
     */
    VOTES,

    /**
     * Kind of wait: a learner of Fast Byzantine Paxos waits for other learners, and then announces that it is
     * satisfied. The number of a pledge (announcement of messages) for learners is the slot.
     */
    LEARNERS,

    /**
     * Kind of wait: a member of Fast Paxos waits for the decision of its proposal, and then sends the next proposal.
     * The number of a pledge (announcement of messages) for a decision is the slot.
     */
    ROUND,

    /** Kind of wait: a member waits until its disk has written its votes or promises, and then announces them. */
    DISK
}
