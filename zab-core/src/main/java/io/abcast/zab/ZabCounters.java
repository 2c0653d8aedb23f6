package io.abcast.zab;

/** The counters of one node of the Zab family, which {@link ZabStatus} shows. */
final class ZabCounters {
    long proposals;
    long delivered;
    long messagesSent;
    long messagesReceived;
    long proposalsSent;
    long proposalsReceived;
    long acksSent;
    long acksReceived;
    long commitsSent;
    long commitsReceived;
    long messagesDropped;
    long sessionsBroken;
    long elections;
    long syncDiff;
    long syncTrunc;
    long syncSnap;
    long switches;
}
