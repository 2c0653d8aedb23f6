package io.abcast.sim.testbed;

/**
 * Measured values of one run of the testbed, for the time after the warm-up.
 *
 * @param latencyMillis mean time in ms from the receipt of a write at a server to its abdelivery at that server.
 * @param throughput abdeliveries per second at a server, averaged over the servers; equal to the rate of abcasts.
 * @param messagesPerAbcast number of messages between servers per abcast, including forwarded requests.
 * @param acksPerCommit number of acks that the leader received, divided by the number of abdeliveries at the leader.
 * @param coin mean probability of Head (an ack to all members) at the followers; NaN if no follower tosses a coin.
 * @param fallenBack fraction of the measured time for which the leader ran in the mode of a simpler protocol, such as
 *     Zab.
 * @param leaderCpu fraction of the measured time for which the leader's thread was occupied.
 * @param leaderOut fraction of the measured time for which the leader's outgoing link was busy.
 * @param leaderIn fraction of the measured time for which the leader's incoming link was busy.
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
