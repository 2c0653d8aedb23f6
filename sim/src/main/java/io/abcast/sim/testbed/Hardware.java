package io.abcast.sim.testbed;

/**
 * Machines and network; all machines are alike.
 *
 * @param bytesPerSecond of each link, per direction
 * @param switchNanos from the last bit of a frame into the switch to its first bit out, with an idle port, and both cables
 * @param messageCpuNanos what sending a message, and what receiving one, occupies a machine's protocol thread
 */
public record Hardware(long bytesPerSecond, long switchNanos, long messageCpuNanos) {
    public Hardware {
        if (bytesPerSecond <= 0 || switchNanos < 0 || messageCpuNanos < 0)
            throw new IllegalArgumentException(
                    "hardware: expected a positive bandwidth and no negative time, got "
                            + bytesPerSecond
                            + " B/s, "
                            + switchNanos
                            + " ns, "
                            + messageCpuNanos
                            + " ns");
    }

    long wireNanos(int bytes) {
        return bytes * 1_000_000_000L / bytesPerSecond;
    }
}
