package io.abcast.ordering.log;

/** For what a member waits before it sends to all others: a pledge period of Mahamdi et al. 2023, section III-B. */
public enum Wait {
    /** A leader, for promises to its ballot; then it proposes. By ballot. */
    PROMISES,

    /** An acceptor or leader of Fast Byzantine Paxos, for votes; then it says that it has learned. By slot. */
    VOTES,

    /** A learner of Fast Byzantine Paxos, for others that have learned; then it says so. By slot. */
    LEARNERS,

    /** A member of Fast Paxos, for its proposal to be decided; then it proposes the next. By slot. */
    ROUND,

    /** A member, for its disk; then it says what it has accepted. */
    DISK
}
