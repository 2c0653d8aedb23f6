package io.abcast.ordering.epaxos;

import io.abcast.kernel.Membership;

/** The services that a {@link ScheduledMember} uses: network, clock and checker. */
interface CoreWorld {
    EpaxosQuorums quorums();

    Membership members();

    CoreChecker checker();

    long now();

    long random(long bound);

    long retry();

    long roundTrip();

    /** Sends a message from one member to another. */
    void send(int from, int to, EpaxosMessage message);

    /** Lets a member that lacks decisions ask another member for a decision or for the other member's state. */
    void fetch(int from, int to, InstanceId id);
}
