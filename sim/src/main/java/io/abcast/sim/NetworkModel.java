package io.abcast.sim;

/**
 * How the network behaves. Times in virtual nanoseconds.
 *
 * @param latencyNanosMin fixed part of a message's way
 * @param latencyNanosMean mean of the random (exponential) part on top
 * @param bytesPerSecond of each network card, per direction; 0: unlimited
 * @param messageCpuNanos work for each message, at the sender and at the receiver
 * @param byteCpuNanos work for each byte, at both
 * @param resetChance probability, per message, that the connection breaks silently: some messages are lost
 * @param staleRepeats whether messages sent before a connection was made anew may arrive again, late and in any order
 */
public record NetworkModel(
        long latencyNanosMin,
        long latencyNanosMean,
        long bytesPerSecond,
        long messageCpuNanos,
        double byteCpuNanos,
        double resetChance,
        boolean staleRepeats) {

    /** A quiet local network without faults. */
    public static NetworkModel lan() {
        return new NetworkModel(50_000, 20_000, 125_000_000, 5_000, 1, 0, false);
    }
}
