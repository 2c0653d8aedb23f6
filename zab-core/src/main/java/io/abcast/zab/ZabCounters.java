package io.abcast.zab;

/** Counters behind {@link ZabStatus}. */
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
