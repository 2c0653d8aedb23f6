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

    /** Sends a message from one member to another. */
    void send(int from, int to, EpaxosMessage message);

    /**
     * Makes the member {@code from} ask the member {@code to} for the decision of the instance {@code id}, or for its
     * whole state.
     */
    void fetch(int from, int to, InstanceId id);
}
