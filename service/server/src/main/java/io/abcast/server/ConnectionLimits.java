package io.abcast.server;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * How many connections a client port keeps, and for how long.
 *
 * @param connectionsMax in all; at the bound an idle one makes room, or the new one is closed
 * @param perAddressMax from one address; an IPv6 network of 64 bits counts as one
 * @param helloNanosMax how long a new connection may take to say hello, a TLS handshake included
 * @param idleNanosMax how long one may neither send nor take anything
 */
public record ConnectionLimits(
        int connectionsMax, int perAddressMax, long helloNanosMax, long idleNanosMax) {
    public static final int CONNECTIONS_MAX = 10_000;
    public static final Duration HELLO_MAX = Duration.ofSeconds(10);
    public static final Duration IDLE_MAX = Duration.ofSeconds(60);

    /** File descriptors for everything but clients: jars, the log's segments, the members' connections. */
    public static final int OTHER_DESCRIPTORS = 512;

    /** What a server has that is told nothing; one address gets at most half. */
    public static ConnectionLimits defaults() {
        return of(CONNECTIONS_MAX, CONNECTIONS_MAX / 2, HELLO_MAX, IDLE_MAX);
    }

    public static ConnectionLimits of(
            int connectionsMax, int perAddressMax, Duration hello, Duration idle) {
        return new ConnectionLimits(connectionsMax, perAddressMax, hello.toNanos(), idle.toNanos());
    }

    /**
     * So many as this process may have files open: where descriptors run out, nothing can be accepted, and no file
     * opened either.
     *
     * @param descriptorsMax the process's bound; 0: unknown
     */
    public ConnectionLimits within(long descriptorsMax) {
        if (descriptorsMax <= 0 || connectionsMax <= descriptorsMax - OTHER_DESCRIPTORS)
            return this;
        int most = (int) Math.max(1, descriptorsMax - OTHER_DESCRIPTORS);
        int perAddress = Math.max(1, (int) ((long) perAddressMax * most / connectionsMax));
        return new ConnectionLimits(most, perAddress, helloNanosMax, idleNanosMax);
    }

    /** The share of one of so many event loops; connections are handed to them in turn. */
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

    /** How many files this process may have open, by {@code ulimit -n}; 0: this system does not tell. */
    public static long descriptorsMax() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean os
                ? os.getMaxFileDescriptorCount()
                : 0;
    }
}
