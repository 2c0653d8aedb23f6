package io.abcast.sim.testbed;

/**
 * Figures of one run, for the time after the warm-up.
 *
 * @param latencyMillis mean time from the receipt of a write at a server to its abdelivery at that server (t1 - t0).
 * @param throughput abdeliveries per second at a server, averaged over the servers, which is the rate of abcasts.
 * @param messagesPerAbcast messages between servers per abcast, including forwarded requests.
 * @param acksPerCommit acks that the leader received, per abdelivery at the leader.
 * @param coin mean probability of Head at the followers; NaN if no follower tosses a coin.
 * @param fallenBack share of the time for which the leader had fallen back to another protocol.
 * @param leaderCpu share of the time for which the leader's thread was occupied.
 * @param leaderOut share of the time for which the leader's outgoing link was busy.
 * @param leaderIn share of the time for which the leader's incoming link was busy.
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
