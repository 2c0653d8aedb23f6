package io.abcast.testkit;

import io.abcast.command.process.PortBlock;
import java.io.IOException;
import java.net.InetAddress;
import java.util.stream.IntStream;

/**
 * Places all servers on the loopback interface, each with a group port, a client port, and a port for failure detection
 * (group port plus 100). The ports were free when this class chose them.
 */
record LoopbackHosts(int base) implements Hosts {
    private static final int FAILURE_DETECTION = 100;
    private static final int CLIENT = 50;

    /** With more servers, the ranges of their ports would overlap. */
    static final int SERVERS_MAX = CLIENT - 1;

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
