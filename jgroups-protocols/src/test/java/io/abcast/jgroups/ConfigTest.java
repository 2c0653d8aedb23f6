package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jgroups.JChannel;
import org.jgroups.protocols.Discovery;
import org.jgroups.protocols.TCP;
import org.jgroups.protocols.TCPPING;
import org.jgroups.protocols.UDP;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The stacks that we ship, with real sockets on loopback. */
final class ConfigTest {
    private static final Path CONFIG = Path.of("..", "config");
    private static final String PASSWORD = "only for this test";
    private static final Random RANDOM = new Random();

    @TempDir private static Path keys;

    @BeforeAll
    static void makeKeys() throws Exception {
        Path dir = keys.resolve("keys");
        ProcessBuilder builder =
                new ProcessBuilder(
                        "sh",
                        CONFIG.resolve("make-keys.sh").toString(),
                        dir.toString(),
                        "1",
                        "2",
                        "3");
        builder.environment().put("PASSWORD", PASSWORD);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.redirectErrorStream(true);
        java.lang.Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), output);
        System.setProperty("abcast.truststore", dir.resolve("trust.p12").toString());
        System.setProperty("abcast.groupstore", dir.resolve("group.p12").toString());
        System.setProperty("abcast.keystore_password", PASSWORD);
        System.setProperty("abcast.keystore", dir.resolve("server-1.p12").toString());
    }

    /** A port such that the next {@code count}, and those 100 above them for failure detection, are free as well. */
    private static int freePorts(int count) {
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

    private static TestCluster cluster(String file, int size, int base) {
        return new TestCluster(
                CONFIG.resolve(file).toString(),
                IntStream.rangeClosed(1, size)
                        .mapToObj(Integer::toString)
                        .collect(Collectors.joining(",")),
                (id, channel) -> settle(channel, id, size, base));
    }

    private static void settle(JChannel channel, int id, int size, int base) {
        if (channel.getProtocolStack().getTransport() instanceof UDP udp) {
            udp.setMulticastPort(base);
            return;
        }
        TCP tcp = (TCP) channel.getProtocolStack().getTransport();
        tcp.setBindPort(base + id);
        tcp.setValue("port_range", 0);
        List<InetSocketAddress> hosts = new ArrayList<>();
        for (int i = 1; i <= size; i++)
            hosts.add(new InetSocketAddress(InetAddress.getLoopbackAddress(), base + i));
        TCPPING ping = (TCPPING) channel.getProtocolStack().<Discovery>findProtocol(TCPPING.class);
        ping.setInitialHosts(hosts);
        if (tcp.tls().enabled()) {
            Path keystore = keys.resolve("keys").resolve("server-" + id + ".p12");
            tcp.tls().setKeystorePath(keystore.toString());
        }
    }

    /** File and number of members. */
    static Stream<Arguments> ensembles() {
        return Stream.concat(
                Family.stacks().stream().map(file -> Arguments.of(file, 3)),
                Stream.of(Arguments.of("zab-ct-tcp.xml", 5), Arguments.of("zab-auto-tcp.xml", 5)));
    }

    @ParameterizedTest
    @MethodSource("ensembles")
    void membersThatStartAtOnceFindOneAnotherAndReplicate(String file, int size) throws Exception {
        try (TestCluster cluster = cluster(file, size, freePorts(size + 1))) {
            List<CompletableFuture<Void>> starts = new ArrayList<>();
            for (int id = 1; id <= size; id++) starts.add(cluster.startAside(id));
            for (CompletableFuture<Void> start : starts) start.get(60, TimeUnit.SECONDS);
            cluster.awaitActive();
            byte[] large = new byte[300_000];
            RANDOM.nextBytes(large);
            cluster.map(1).broadcast().abcast(large).get(30, TimeUnit.SECONDS);
            for (int i = 0; i < 300; i++) cluster.put(1 + i % size, "k" + i, "v" + i);
            cluster.awaitSame();
            assertEquals(300, cluster.map(1).size());
        }
    }

    @Test
    void garbageOnTheGroupPortHurtsNobody() throws Exception {
        int base = freePorts(4);
        try (TestCluster cluster = cluster("zab-tcp.xml", 3, base)) {
            cluster.startAll();
            long elections = cluster.status(1).elections();
            for (int round = 0; round < 30; round++) {
                try (Socket socket =
                        new Socket(InetAddress.getLoopbackAddress(), base + 1 + round % 3)) {
                    byte[] garbage = new byte[1 + RANDOM.nextInt(2000)];
                    RANDOM.nextBytes(garbage);
                    OutputStream out = socket.getOutputStream();
                    if (round % 2 == 0)
                        out.write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.UTF_8));
                    out.write(garbage);
                    out.flush();
                } catch (IOException e) {
                    // Being thrown out is the answer that we want.
                }
            }
            for (int i = 0; i < 30; i++) cluster.put(1 + i % 3, "k" + i, "v" + i);
            cluster.awaitSame();
            assertEquals(elections, cluster.status(1).elections());
            assertTrue(cluster.channel(1).getView().size() == 3, cluster::toString);
        }
    }
}
