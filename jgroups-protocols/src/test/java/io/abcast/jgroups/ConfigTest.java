package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the shipped stacks with real loopback sockets. */
final class ConfigTest {
    private static final Random RANDOM = new Random();
    private static final int WRITES = 100;

    /** Without stacks of other protocols, because tests of the module benchmark run servers with these stacks. */
    static Stream<Arguments> ensembles() {
        return Stream.concat(
                Family.stacks().stream()
                        .filter(file -> file.startsWith("zab"))
                        .map(file -> Arguments.of(file, 3)),
                Stream.of(Arguments.of("zab-ct-tcp.xml", 5), Arguments.of("zab-auto-tcp.xml", 5)));
    }

    @ParameterizedTest
    @MethodSource("ensembles")
    void membersThatStartAtOnceFindOneAnotherAndReplicate(String file, int size) throws Exception {
        try (TestCluster cluster =
                ShippedStack.cluster(file, size, ShippedStack.freePorts(size + 1))) {
            List<CompletableFuture<Void>> starts = new ArrayList<>();
            for (int id = 1; id <= size; id++) starts.add(cluster.startAside(id));
            for (CompletableFuture<Void> start : starts) start.get(60, TimeUnit.SECONDS);
            cluster.awaitActive();
            byte[] large = new byte[300_000];
            RANDOM.nextBytes(large);
            cluster.map(1).broadcast().abcast(large).get(30, TimeUnit.SECONDS);
            for (int i = 0; i < WRITES; i++) cluster.put(1 + i % size, "k" + i, "v" + i);
            cluster.awaitSame();
            assertEquals(WRITES, cluster.map(1).size());
        }
    }

    @Test
    void garbageOnTheGroupPortDisturbsNoMember() throws Exception {
        int base = ShippedStack.freePorts(4);
        try (TestCluster cluster = ShippedStack.cluster("zab-tcp.xml", 3, base)) {
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
                    // A member may close the connection while the test still writes to the
                    // connection.
                }
            }
            for (int i = 0; i < 30; i++) cluster.put(1 + i % 3, "k" + i, "v" + i);
            cluster.awaitSame();
            assertEquals(elections, cluster.status(1).elections());
            assertTrue(cluster.channel(1).getView().size() == 3, cluster::toString);
        }
    }
}
