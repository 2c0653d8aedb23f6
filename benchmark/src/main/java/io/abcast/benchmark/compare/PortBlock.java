package io.abcast.benchmark.compare;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** A block of ports of this host that were free a moment ago, for TCP and for UDP. */
final class PortBlock {
    /** Below the range from which systems give ports to outgoing connections. */
    private static final int LOWEST = 12_000;

    private static final int HIGHEST = 31_000;
    private static final int TRIES = 200;

    /** More servers' ports would run into the second block. */
    static final int SERVERS_MAX = Site.SECOND_BLOCK / Site.PORTS_PER_SERVER - 1;

    private PortBlock() {}

    /** The first port. @throws IOException if no free block was found */
    static int find(int servers) throws IOException {
        for (int i = 0; i < TRIES; i++) {
            int first = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
            if (free(first, servers)) return first;
        }
        throw new IOException("no block of free ports in " + LOWEST + ".." + HIGHEST);
    }

    private static boolean free(int first, int servers) {
        for (int i = 0; i < (servers + 1) * Site.PORTS_PER_SERVER; i++)
            if (!bindable(first + i) || !bindable(first + Site.SECOND_BLOCK + i)) return false;
        return true;
    }

    private static boolean bindable(int port) {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        try (ServerSocket tcp = new ServerSocket();
                DatagramSocket udp = new DatagramSocket(null)) {
            tcp.setReuseAddress(true);
            tcp.bind(address);
            udp.bind(address);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
