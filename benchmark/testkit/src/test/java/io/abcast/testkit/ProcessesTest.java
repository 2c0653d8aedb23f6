package io.abcast.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.client.ClientLoops;
import io.abcast.client.Reply;
import io.abcast.client.StoreClient;
import io.abcast.client.wire.ReplyCode;
import io.abcast.server.figures.Counter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kills and restarts three real servers on the loopback interface, and sends garbage to their ports. */
@Tag("process")
@Isolated
final class ProcessesTest {
    private static final Duration START = Duration.ofSeconds(60);
    private static final int WRITERS = 20;

    private static final int GARBAGE_CONNECTIONS = 200;

    /** In ten seconds, a server logs at most five similar lines, and one line with the number of suppressed lines. */
    private static final int LINES_MAX = 25;

    /**
     * Ten times the fail-over time that the documentation promises for the shipped timeouts, because the host may be
     * busy.
     */
    private static final long FAIL_OVER_MILLIS_MAX = 30_000;

    @TempDir private Path directory;
    private final ClientLoops loops = new ClientLoops(1);
    private LocalEnsemble cluster;

    @AfterEach
    void close() {
        if (cluster != null) cluster.close();
        loops.close();
    }

    @ParameterizedTest
    @CsvSource({"ZAB, memory", "ZAB, fsync", "ZAB_CT, fsync", "ZAB_CT_LITE, memory"})
    void killedServerRejoinsAndNoWriteIsLost(String protocol, String durability) throws Exception {
        start(protocol, durability);
        failOver(true, durability);
        failOver(false, durability);
        for (ServerProcess server : cluster.servers()) {
            String said = Files.readString(server.log());
            assertTrue(said.contains(", " + protocol + "\n"), said);
        }
    }

    @Test
    void killedLeaderOfPaxosRejoinsAndNoWriteIsLost() throws Exception {
        start("PAXOS", "fsync");
        failOver(true, "fsync");
    }

    private void failOver(boolean leader, String durability) throws Exception {
        System.out.printf(
                "%s killed, %s: no write acknowledged for %d ms%n",
                leader ? "leader" : "follower", durability, killAndRejoin(leader));
    }

    private long killAndRejoin(boolean leader) throws Exception {
        long silence;
        try (Writers writers = new Writers(loops, cluster.addresses(), WRITERS)) {
            writers.awaitMore(500);
            int led = cluster.leader();
            assertNotEquals(0, led);
            ServerProcess victim = cluster.server(leader ? led : led % 3 + 1);
            writers.watch();
            victim.kill();
            cluster.awaitServing(START);
            writers.awaitMore(500);
            silence = writers.longestStallMillis();
            assertTrue(silence < FAIL_OVER_MILLIS_MAX, "no service for " + silence + " ms");
            victim.start();
            cluster.awaitServing(START);
            writers.awaitMore(200);
            writers.stop();
            writers.assertNothingLost(loops, cluster.addresses());
        }
        assertNotNull(cluster.awaitAgreement(START), "the states differ");
        return silence;
    }

    @Test
    void acknowledgedWritesSurviveTheKillOfAllServers() throws Exception {
        start("fsync");
        try (Writers writers = new Writers(loops, cluster.addresses(), WRITERS)) {
            writers.awaitMore(1000);
            for (ServerProcess server : cluster.servers()) server.kill();
            for (ServerProcess server : cluster.servers()) server.start();
            cluster.awaitServing(START);
            writers.awaitMore(200);
            writers.stop();
            writers.assertNothingLost(loops, cluster.addresses());
        }
        assertNotNull(cluster.awaitAgreement(START), "the states differ");
    }

    @Test
    void majorityWithoutHistoryServesNothing() throws Exception {
        start("memory");
        try (Writers writers = new Writers(loops, cluster.addresses(), 1)) {
            writers.awaitMore(10);
            writers.stop();
        }
        int leader = cluster.leader();
        List<ServerProcess> majority =
                cluster.servers().stream().filter(s -> s.id() != leader % 3 + 1).toList();
        for (ServerProcess server : majority) server.kill();
        for (ServerProcess server : majority) server.start();
        try (StoreClient client =
                new StoreClient(
                        loops.next(),
                        majority.stream().map(ServerProcess::address).toList(),
                        Duration.ofSeconds(1))) {
            // Servers answer clients even before they have contacted each other as members.
            Reply reply;
            long deadline = System.nanoTime() + START.toNanos();
            do {
                assertTrue(System.nanoTime() < deadline, "no reason within " + START);
                reply = client.put(new byte[] {1}, new byte[1]).get(30, TimeUnit.SECONDS);
                assertTrue(reply.code().error(), "served an empty state: " + reply);
            } while (!reply.text().contains("a majority has forgotten its history (members "));
            assertSame(ReplyCode.NOT_READY, reply.code());
        }
        awaitLine(majority.get(0), "not serving: a majority has forgotten its history");
    }

    private static void awaitLine(ServerProcess server, String expected) throws Exception {
        long deadline = System.nanoTime() + START.toNanos();
        String said = Files.readString(server.log());
        while (!said.contains(expected)) {
            assertTrue(System.nanoTime() < deadline, said);
            Thread.sleep(50);
            said = Files.readString(server.log());
        }
    }

    @Test
    void garbageOnBothPortsDoesNotDisturbClients() throws Exception {
        start("memory");
        Random random = new Random(7);
        try (Writers writers = new Writers(loops, cluster.addresses(), WRITERS)) {
            writers.awaitMore(100);
            writers.watch();
            for (int i = 0; i < GARBAGE_CONNECTIONS; i++) {
                byte[] junk = new byte[random.nextInt(5000) + 1];
                random.nextBytes(junk);
                for (ServerProcess server : cluster.servers()) {
                    shout(server.address(), junk);
                    shout(cluster.groupAddress(server.id()), junk);
                }
            }
            writers.awaitMore(500);
            long silence = writers.longestStallMillis();
            assertTrue(silence < 5_000, "disturbed for " + silence + " ms");
            writers.stop();
            writers.assertNothingLost(loops, cluster.addresses());
        }
        for (ServerProcess server : cluster.servers()) {
            long counted = cluster.control(server.id()).figures().counter(Counter.STREAMS_REJECTED);
            assertEquals(GARBAGE_CONNECTIONS, counted, "server " + server.id());
            assertFew("client port: ", Files.readAllLines(server.log()));
            awaitAllCounted(server);
        }
    }

    private static void awaitAllCounted(ServerProcess server) throws Exception {
        long deadline = System.nanoTime() + START.toNanos();
        while (true) {
            long counted =
                    ServerBeans.count(server, "jgroups:*,protocol=ZAB", "connections_refused");
            if (counted >= GARBAGE_CONNECTIONS) break;
            assertTrue(System.nanoTime() < deadline, () -> counted + " counted");
            Thread.sleep(50);
        }
        assertFew("refused a connection from", Files.readAllLines(server.log()));
    }

    private static long assertFew(String what, List<String> log) {
        long lines = log.stream().filter(line -> line.contains(what)).count();
        assertTrue(lines > 0, () -> "nothing of " + what + " in " + log);
        assertTrue(lines <= LINES_MAX, "floods its log: " + lines + " lines with " + what);
        return lines;
    }

    @Test
    void payloadOverTheLimitIsRefusedAndOthersAreServed() throws Exception {
        start("memory");
        try (StoreClient client =
                new StoreClient(loops.next(), cluster.addresses(), Duration.ofSeconds(20))) {
            byte[] key = {1};
            Reply refused = client.put(key, new byte[2 << 20]).get(30, TimeUnit.SECONDS);
            assertSame(ReplyCode.TOO_LARGE, refused.code());
            assertTrue(refused.text().contains("1048576"), refused.text());
            assertSame(
                    ReplyCode.OK,
                    client.put(key, new byte[1000 << 10]).get(30, TimeUnit.SECONDS).code());
        }
        for (ServerProcess server : cluster.servers()) {
            int code = server.stop();
            assertTrue(code == 0 || code == 143, "exit code " + code);
            assertTrue(server.tail().endsWith("stopped"), server.tail());
        }
    }

    @Test
    void wrongSettingsGiveOneClearLine() throws Exception {
        start("fsync");
        try (Writers writers = new Writers(loops, cluster.addresses(), WRITERS)) {
            writers.awaitMore(500);
            writers.stop();
        }
        ServerProcess running = cluster.server(1);
        int port = running.address().getPort();
        refuses(cluster.data(9), 2, "fsync", port, "in use");
        cluster.close();
        refuses(cluster.data(1), 2, "fsync", 0, "server");
        corrupt(cluster.data(1));
        refuses(cluster.data(1), 1, "fsync", 0, "offset");
    }

    private void refuses(Path data, int id, String durability, int clientPort, String expected)
            throws IOException {
        Path log = directory.resolve("refusal-" + expected + ".log");
        int free = LoopbackHosts.find(3).clientPort(1);
        ServerProcess server =
                new ServerProcess(
                        id,
                        clientPort == 0 ? free : clientPort,
                        log,
                        BriefJvm.serverFlags("-Xmx256m"),
                        List.of(
                                "--config",
                                TestClusters.config("ZAB").toString(),
                                "--group-port",
                                Integer.toString(free + 20),
                                "--data",
                                data.toString(),
                                "--durability",
                                durability));
        server.start();
        try (server) {
            assertTrue(server.join(30), "still running: " + server.tail());
            assertEquals(1, server.exitCode(), server::tail);
            String tail = server.tail();
            System.out.println(tail);
            assertTrue(tail.contains(expected), tail);
            assertEquals(1, tail.lines().filter(l -> l.startsWith("abcast server:")).count(), tail);
        }
    }

    private static void corrupt(Path data) throws IOException {
        List<Path> segments = new ArrayList<>();
        try (Stream<Path> files = Files.walk(data)) {
            files.filter(f -> f.toString().contains("log") && Files.isRegularFile(f))
                    .forEach(segments::add);
        }
        for (Path segment : segments) {
            byte[] bytes = Files.readAllBytes(segment);
            if (bytes.length < 200) continue;
            bytes[100] ^= 0x55;
            Files.write(segment, bytes);
        }
    }

    private static void shout(InetSocketAddress address, byte[] junk) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), address.getPort())) {
            socket.setSoTimeout((int) START.toMillis());
            socket.getOutputStream().write(junk);
            socket.shutdownOutput();
            while (socket.getInputStream().read() >= 0) {
                // The test ignores the content of the server's answer to garbage.
            }
        } catch (SocketException e) {
            // The server may close the connection before the garbage client has written or read all
            // bytes.
        }
    }

    private void start(String durability) throws IOException {
        start("ZAB", durability);
    }

    private void start(String protocol, String durability) throws IOException {
        cluster = TestClusters.prepare(3, protocol, durability, "256m", directory);
        cluster.start(START);
    }
}
