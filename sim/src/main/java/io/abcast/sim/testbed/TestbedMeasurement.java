package io.abcast.sim.testbed;

/**
 * One run's figures, all of the time after the warm-up.
 *
 * @param latencyMillis mean of t1 - t0: from a server's receiving a write to its abdelivering it
 * @param throughput abdeliveries per second of a server, averaged over the servers: the rate of abcasts
 * @param messagesPerAbcast between servers, forwarded requests included
 * @param acksPerCommit acks that the leader received, per abdelivery of its own
 * @param coin mean probability of Head at the followers; NaN if none tosses
 * @param fallenBack share of the time for which the leader had fallen back to another protocol
 * @param leaderCpu share of the time for which the leader's thread was occupied
 * @param leaderOut share of the time for which the leader's link out was occupied
 * @param leaderIn and its link in
 */
public record TestbedMeasurement(
        double latencyMillis,
        double throughput,
        double messagesPerAbcast,
        double acksPerCommit,
        double coin,
        double fallenBack,
        double leaderCpu,
        double leaderOut,
        double leaderIn) {}
