package io.abcast.sim.testbed;

/**
 * Model of the machines and the network. All machines are equal.
 *
 * @param bytesPerSecond bandwidth of each link, per direction.
 * @param switchNanos time from the arrival of a frame's last bit at the switch to the departure of its first bit from
 *     an idle port, including both cables.
 * @param messageCpuNanos time for which each sent and each received message occupies a machine's protocol thread
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
