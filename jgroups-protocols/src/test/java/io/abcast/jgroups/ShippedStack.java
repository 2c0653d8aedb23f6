package io.abcast.jgroups;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jgroups.JChannel;
import org.jgroups.protocols.Discovery;
import org.jgroups.protocols.TCP;
import org.jgroups.protocols.TCPPING;
import org.jgroups.protocols.UDP;

/**
 * Makes clusters with the stacks of {@code config/}, on free loopback ports. All test clusters use one set of committed
 * keys.
 */
final class ShippedStack {
    static final Path CONFIG = Path.of("..", "config");
    static final String PASSWORD = "only for this test";
    private static final Random RANDOM = new Random();

    /** Made by {@code make-keys.sh} with a validity of a hundred years. */
    private static final Path GROUPS =
            Path.of("src/test/resources/io/abcast/jgroups/keys").toAbsolutePath();

    static final Path KEYS = GROUPS.resolve("members");

    static final Path FOREIGN_KEYS = GROUPS.resolve("foreign");

    private ShippedStack() {}

    static void useKeys() {
        System.setProperty("abcast.truststore", KEYS.resolve("trust.p12").toString());
        System.setProperty("abcast.groupstore", KEYS.resolve("group.p12").toString());
        System.setProperty("abcast.keystore_password", PASSWORD);
        System.setProperty("abcast.keystore", KEYS.resolve("server-1.p12").toString());
    }

    static int freePorts(int count) {
        while (true) {
            int base = 20_000 + RANDOM.nextInt(10_000);
            boolean free = true;
            for (int i = 0; i < count && free; i++)
                free = isFree(base + i) && isFree(base + 100 + i);
            if (free) return base;
        }
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    static TestCluster cluster(String file, int size, int base) throws Exception {
        if (file.equals("zab-tls.xml")) useKeys();
        return new TestCluster(
                CONFIG.resolve(file).toString(),
                IntStream.rangeClosed(1, size)
                        .mapToObj(Integer::toString)
                        .collect(Collectors.joining(",")),
                (id, channel) -> settle(channel, id, size, base));
    }

    static TestCluster tapped(String file, int base) throws Exception {
        if (file.equals("zab-tls.xml")) useKeys();
        return new TestCluster(
                CONFIG.resolve(file).toString(),
                "1,2,3",
                (id, channel) -> {
                    settle(channel, id, 3, base);
                    channel.getProtocolStack()
                            .getTransport()
                            .setExternalAddr(InetAddress.getLoopbackAddress())
                            .setExternalPort(base + 10 + id);
                    hosts(channel, base + 11, base + 12, base + 13);
                });
    }

    static List<Wiretap> taps(int base) throws IOException {
        List<Wiretap> taps = new ArrayList<>();
        for (int id = 1; id <= 3; id++) taps.add(new Wiretap(base + 10 + id, base + id));
        return taps;
    }

    static void settle(JChannel channel, int id, int size, int base) {
        if (channel.getProtocolStack().getTransport() instanceof UDP udp) {
            udp.setMulticastPort(base);
            return;
        }
        TCP tcp = (TCP) channel.getProtocolStack().getTransport();
        tcp.setBindPort(base + id);
        tcp.setValue("port_range", 0);
        hosts(channel, IntStream.rangeClosed(1, size).map(i -> base + i).toArray());
        if (tcp.tls().enabled())
            tcp.tls().setKeystorePath(KEYS.resolve("server-" + id + ".p12").toString());
    }

    static void hosts(JChannel channel, int... ports) {
        List<InetSocketAddress> hosts = new ArrayList<>();
        for (int port : ports)
            hosts.add(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        TCPPING ping = (TCPPING) channel.getProtocolStack().<Discovery>findProtocol(TCPPING.class);
        ping.setInitialHosts(hosts);
    }
}
