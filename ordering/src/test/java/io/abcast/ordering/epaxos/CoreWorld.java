package io.abcast.ordering.epaxos;

import io.abcast.kernel.Membership;

/** The surroundings of a {@link ScheduledMember}: network, clock and checker. */
interface CoreWorld {
    EpaxosQuorums quorums();

    Membership members();

    CoreChecker checker();

    long now();

    long random(long bound);

    long retry();

    long roundTrip();

    /** Sends a message of a member to another one. */
    void send(int from, int to, EpaxosMessage message);

    /** A member that is behind asks another one for a decision or for its state. */
    void fetch(int from, int to, InstanceId id);
}
