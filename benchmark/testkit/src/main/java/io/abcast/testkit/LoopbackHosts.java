package io.abcast.testkit;

import io.abcast.command.process.PortBlock;
import java.io.IOException;
import java.net.InetAddress;
import java.util.stream.IntStream;

/**
 * Servers on this host's loopback, with ports that were free a moment ago: one group port, one client port and one
 * port for failure detection (JGroups takes group port + 100) per server.
 */
record LoopbackHosts(int base) implements Hosts {
    private static final int FAILURE_DETECTION = 100;
    private static final int CLIENT = 50;

    /** At most so many servers, or the ranges would overlap. */
    static final int SERVERS_MAX = CLIENT - 1;

    /** @throws IOException if no free block was found */
    static LoopbackHosts find(int servers) throws IOException {
        if (servers > SERVERS_MAX)
            throw new IllegalArgumentException(
                    "servers: expected at most " + SERVERS_MAX + ", got " + servers);
        return new LoopbackHosts(
                PortBlock.find(
                        IntStream.rangeClosed(1, servers)
                                .flatMap(
                                        id ->
                                                IntStream.of(
                                                        id, CLIENT + id, id + FAILURE_DETECTION))));
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
}
