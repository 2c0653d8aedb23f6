package io.abcast.command.process;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/**
 * Finds ports of this host's loopback interface that are free for TCP and for UDP. Another process may take these ports
 * after the call.
 */
public final class PortBlock {
    /**
     * The lowest port of the search, whose range is below the ports that operating systems use for outgoing
     * connections.
     */
    private static final int LOWEST = 12_000;

    private static final int HIGHEST = 31_000;
    private static final int TRIES = 200;

    private PortBlock() {}

    /**
     * Finds a block of ports that are free at the time of the call.
     *
     * @param offsets offsets of the needed ports from the first port of the block, each 0 or more.
     * @return the first port of the block
     * @throws IOException if the method found no block of free ports
     */
    public static int find(IntStream offsets) throws IOException {
        int[] needed = offsets.toArray();
        for (int i = 0; i < TRIES; i++) {
            int first = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
            if (IntStream.of(needed).allMatch(offset -> isFree(first + offset))) return first;
        }
        throw new IOException("no block of free ports in " + LOWEST + ".." + HIGHEST);
    }

    private static boolean isFree(int port) {
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
