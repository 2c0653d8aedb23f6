package io.abcast.sim.testbed;

/**
 * Model of the machines, which are all equal, and of the network in the testbed.
 *
 * @param bytesPerSecond bandwidth of each link in bytes per second, per direction.
 * @param switchNanos time in ns from the arrival of a frame's last bit at the switch to the departure of its first bit,
 *     if the output port is idle; includes the latency of both cables.
 * @param messageCpuNanos time in ns for which each sent and each received message occupies a machine's protocol thread.
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
