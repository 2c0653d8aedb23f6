package io.abcast.server;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * Bounds on the number of connections of a client port, and on the time for which each connection may be inactive.
 *
 * @param connectionsMax maximum number of client connections. At this maximum the server closes an idle connection for
 *     each new connection; if no connection is idle, the server closes the new connection.
 * @param perAddressMax maximum number of client connections from one IP address; an IPv6 network of 64 bits counts as
 *     one address
 * @param helloNanosMax maximum time in ns, including the TLS handshake, until a new connection has sent its hello.
 * @param idleNanosMax maximum time in ns for which a connection may neither send bytes nor take replies.
 */
public record ConnectionLimits(
        int connectionsMax, int perAddressMax, long helloNanosMax, long idleNanosMax) {
    public static final int CONNECTIONS_MAX = 10_000;
    public static final Duration HELLO_MAX = Duration.ofSeconds(10);
    public static final Duration IDLE_MAX = Duration.ofSeconds(60);

    /** Number of file descriptors that the server reserves for jars, log segments and connections between members. */
    public static final int OTHER_DESCRIPTORS = 512;

    /** Returns the default limits on connections, with at most half of the connections for one address. */
    public static ConnectionLimits defaults() {
        return of(CONNECTIONS_MAX, CONNECTIONS_MAX / 2, HELLO_MAX, IDLE_MAX);
    }

    public static ConnectionLimits of(
            int connectionsMax, int perAddressMax, Duration hello, Duration idle) {
        return new ConnectionLimits(connectionsMax, perAddressMax, hello.toNanos(), idle.toNanos());
    }

    /**
     * Returns a copy of these limits with at most as many connections as this process may have files for. With more
     * connections, clients could use up all descriptors, and the process could open no log segment.
     *
     * @param descriptorsMax maximum number of open files of this process; 0 if unknown.
     */
    public ConnectionLimits within(long descriptorsMax) {
        if (descriptorsMax <= 0 || connectionsMax <= descriptorsMax - OTHER_DESCRIPTORS)
            return this;
        int most = (int) Math.max(1, descriptorsMax - OTHER_DESCRIPTORS);
        int perAddress = Math.max(1, (int) ((long) perAddressMax * most / connectionsMax));
        return new ConnectionLimits(most, perAddress, helloNanosMax, idleNanosMax);
    }

    /**
     * Returns the limits of one of {@code loops} event loops, over which the client port distributes connections in
     * round-robin order.
     */
    ConnectionLimits share(int loops) {
        return new ConnectionLimits(
                ceil(connectionsMax, loops),
                ceil(perAddressMax, loops),
                helloNanosMax,
                idleNanosMax);
    }

    private static int ceil(int all, int parts) {
        return (all + parts - 1) / parts;
    }

    /**
     * The number of files that this process may open ({@code ulimit -n}); 0 if the operating system does not report it.
     */
    public static long descriptorsMax() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean os
                ? os.getMaxFileDescriptorCount()
                : 0;
    }
}
