package io.abcast.benchmark.bench;

/**
 * Server processes that receive SIGKILL during the measurement.
 *
 * @param server server id; 0: the servers of {@code partition}
 * @param partition name of a partition; empty: the server {@code server}
 * @param leader whether only the leader of {@code partition} is killed
 * @param seconds time since the start of the measurement
 * @param backSeconds time since the start of the measurement at which the servers are started again; {@link
 *     #NEVER_BACK}: they are not started again
 */
public record ServerKill(
        int server, String partition, boolean leader, double seconds, double backSeconds) {
    /** Value of {@code backSeconds}: the servers are not started again. */
    public static final double NEVER_BACK = 0;

    /** Kills one server, which is not started again. */
    public ServerKill(int server, double seconds) {
        this(server, "", false, seconds, NEVER_BACK);
    }

    /** Whether the servers are started again. */
    public boolean isBack() {
        return backSeconds != NEVER_BACK;
    }

    /** The killed servers as text: an id, a partition, or the leader of a partition. */
    public String what() {
        if (partition.isEmpty()) return String.valueOf(server);
        return leader ? "leader:" + partition : partition;
    }
}
