package io.abcast.benchmark.bench;

/**
 * A server process that receives SIGKILL during the measurement, and is not restarted.
 *
 * @param server server id
 * @param seconds time since the start of the measurement
 */
public record ServerKill(int server, double seconds) {}
