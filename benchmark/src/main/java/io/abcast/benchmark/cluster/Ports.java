package io.abcast.benchmark.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A block of TCP ports of this host that were free a moment ago: one group port, one client port and one
 * port for failure detection (JGroups takes group port + 100) per server.
 */
record Ports(int base) implements Hosts {
    /** Below the range from which systems give ports to outgoing connections. */
    private static final int LOWEST = 12_000;

    private static final int HIGHEST = 31_000;
    private static final int TRIES = 200;
    private static final int FAILURE_DETECTION = 100;
    private static final int CLIENT = 50;

    /** At most so many servers, or the ranges would overlap. */
    static final int SERVERS_MAX = CLIENT - 1;

    /** @throws IOException if no free block was found */
    static Ports find(int servers) throws IOException {
        if (servers > SERVERS_MAX)
            throw new IllegalArgumentException(
                    "servers: expected at most " + SERVERS_MAX + ", got " + servers);
        for (int i = 0; i < TRIES; i++) {
            Ports ports = new Ports(ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST));
            if (ports.free(servers)) return ports;
        }
        throw new IOException("no block of free ports in " + LOWEST + ".." + HIGHEST);
    }

    @Override
    public InetAddress address(int id) {
        return InetAddress.getLoopbackAddress();
    }

    @Override
    public int groupPort(int id) {
        return base + id;
    }

    @Override
    public int clientPort(int id) {
        return base + CLIENT + id;
    }

    private boolean free(int servers) {
        for (int id = 1; id <= servers; id++)
            if (!bindable(groupPort(id))
                    || !bindable(clientPort(id))
                    || !bindable(groupPort(id) + FAILURE_DETECTION)) return false;
        return true;
    }

    private static boolean bindable(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
