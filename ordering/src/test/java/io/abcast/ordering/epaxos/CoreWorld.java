package io.abcast.ordering.epaxos;

import io.abcast.kernel.Membership;

/** The simulated surroundings of a {@link ScheduledMember}: network, clock and checker. */
interface CoreWorld {
    EpaxosQuorums quorums();

    Membership members();

    CoreChecker checker();

    long now();

    long random(long bound);

    long retry();

    long roundTrip();

    void send(int from, int to, EpaxosMessage message);

    void fetch(int from, int to, InstanceId id);
}
