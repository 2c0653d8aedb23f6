package io.abcast.sim;

/**
 * Model of the network in one run. All times of the network model are in virtual nanoseconds.
 *
 * @param latencyNanosMin fixed part of the network latency of a message, in ns.
 * @param latencyNanosMean mean in ns of the random part of the network latency, which is exponentially distributed.
 * @param bytesPerSecond bandwidth of each network card in bytes per second and direction; 0 if the bandwidth is
 *     unlimited.
 * @param messageCpuNanos CPU time in ns for each message, at the sender and at the receiver.
 * @param byteCpuNanos CPU time in ns for each byte of a message, at the sender and at the receiver.
 * @param resetChance probability, per message, that the connection breaks silently, so that some messages are lost.
 * @param staleRepeats whether messages that were sent before a reconnect may arrive again, late and in any order.
 */
public record NetworkModel(
        long latencyNanosMin,
        long latencyNanosMean,
        long bytesPerSecond,
        long messageCpuNanos,
        double byteCpuNanos,
        double resetChance,
        boolean staleRepeats) {

    /** Creates the model of a local network without other load and without faults. */
    public static NetworkModel lan() {
        return new NetworkModel(50_000, 20_000, 125_000_000, 5_000, 1, 0, false);
    }
}
