package io.abcast.benchmark.bench;

/**
 * Describes which server processes a run kills with SIGKILL during the measurement, and when.
 *
 * @param server id of the server to kill; 0 if the run kills servers of {@code partition}
 * @param partition name of the partition whose servers are killed; empty if the run kills only the server {@code
 *     server}
 * @param leader whether only the leader of {@code partition} is killed
 * @param seconds time at which the run kills the servers, in seconds since the start of the measurement
 * @param backSeconds time at which the killed servers are started again, in seconds since the start of the measurement;
 *     {@link #NEVER_BACK} for never
 */
public record ServerKill(
        int server, String partition, boolean leader, double seconds, double backSeconds) {
    /** Value of {@code backSeconds} for killed servers that the run does not start again. */
    public static final double NEVER_BACK = 0;

    /** Kills one server during the measurement, and does not start this server again. */
    public ServerKill(int server, double seconds) {
        this(server, "", false, seconds, NEVER_BACK);
    }

    /** Whether the run starts the killed servers again during the measurement. */
    public boolean isBack() {
        return backSeconds != NEVER_BACK;
    }

    /** The servers that the run kills, as text: an id, a partition, or the leader of a partition. */
    public String what() {
        if (partition.isEmpty()) return String.valueOf(server);
        return leader ? "leader:" + partition : partition;
    }
}
