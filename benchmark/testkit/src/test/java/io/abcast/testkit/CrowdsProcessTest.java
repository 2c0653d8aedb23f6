package io.abcast.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.UnixOperatingSystemMXBean;
import io.abcast.client.ClientLoops;
import io.abcast.client.Reply;
import io.abcast.client.StoreClient;
import io.abcast.client.wire.ClientFrames;
import io.abcast.client.wire.Command;
import io.abcast.client.wire.Op;
import io.abcast.client.wire.ReplyCode;
import io.abcast.server.figures.Counter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs three real servers under load, with more clients at the leader's client port than the leader accepts. Every
 * server must always answer well-behaved clients, and its memory must stay bounded.
 */
@Tag("process")
@Timeout(600)
final class CrowdsProcessTest {
    private static final int CROWD = Integer.getInteger("abcast.crowd", 2_000);

    private static final int CONNECTIONS_MAX = CROWD * 4 / 5;

    private static final int OTHER_DESCRIPTORS = 1_000;

    private static final int IN_FLIGHT_MAX = 256;
    private static final int WRITERS = 10;
    private static final Duration START = Duration.ofSeconds(60);
    private static final long ANSWER_MILLIS_MAX = 30_000;

    private static final long MEMORY_BYTES_MAX = 1L << 30;

    private static final String HEAP = "512m";
    private static final byte[] KEY = {7};

    @TempDir private static Path directory;
    private static LocalEnsemble cluster;
    private final ClientLoops loops = new ClientLoops(1);
    private int leader;
    private Writers writers;
    private StoreClient client;
    private long evictedBefore;

    @BeforeAll
    static void start() throws Exception {
        assertDescriptors();
        String max = Integer.toString(CONNECTIONS_MAX);
        // All clients of this test have the same address.
        List<String> arguments =
                List.of(
                        "--connections-max", max,
                        "--connections-per-address-max", max,
                        "--in-flight-max", Integer.toString(IN_FLIGHT_MAX));
        cluster = TestClusters.prepare(3, "ZAB", "memory", HEAP, directory, arguments);
        cluster.start(START);
    }

    @AfterAll
    static void end() {
        if (cluster != null) cluster.close();
    }

    @BeforeEach
    void load() throws Exception {
        leader = cluster.leader();
        evictedBefore = counted(Counter.CONNECTIONS_EVICTED);
        writers = new Writers(loops, cluster.addresses(), WRITERS);
        client = client();
        assertAnswered();
        writers.awaitMore(100);
        writers.watch();
    }

    @AfterEach
    void close() {
        if (writers != null) writers.close();
        if (client != null) client.close();
        loops.close();
    }

    private static void assertDescriptors() {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix)
            assertTrue(
                    unix.getMaxFileDescriptorCount() >= CROWD + OTHER_DESCRIPTORS,
                    () ->
                            "ulimit -n: expected %d or more, is %d"
                                    .formatted(
                                            CROWD + OTHER_DESCRIPTORS,
                                            unix.getMaxFileDescriptorCount()));
    }

    @Test
    void silentClientsDoNotLockOthersOut() throws Exception {
        long longest;
        try (UnauthenticatedClients crowd =
                new UnauthenticatedClients(server(), CROWD, ByteBuffer.allocate(0))) {
            longest = assertAnsweredForLong();
            crowd.send();
        }
        assertServed(CROWD + " silent", longest);
        assertTrue(evicted() >= CROWD / 5);
    }

    @Test
    void idleClientsDoNotLockOthersOut() throws Exception {
        long longest = 0;
        try (UnauthenticatedClients crowd =
                new UnauthenticatedClients(server(), CROWD, helloAndPing())) {
            while (crowd.send() > 0) longest = Math.max(longest, assertAnswered());
            longest = Math.max(longest, assertAnsweredForLong());
        }
        assertServed(CROWD + " idle", longest);
        assertTrue(evicted() >= CROWD / 5 - 10);
    }

    @Test
    void reconnectingClientsDoNotLockOthersOut() throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        AtomicLong came = new AtomicLong();
        CompletableFuture<Void> coming = CompletableFuture.runAsync(() -> come(came, stop));
        long longest = assertAnsweredForLong();
        while (came.get() < 2L * CROWD && !coming.isDone())
            longest = Math.max(longest, assertAnswered());
        stop.set(true);
        coming.get(60, TimeUnit.SECONDS);
        assertTrue(came.get() >= 2L * CROWD, () -> came + " came");
        assertServed(
                "%d reconnecting, %d connections in all".formatted(CROWD, came.get()), longest);
    }

    private void come(AtomicLong came, AtomicBoolean stop) {
        try (ReconnectingClients crowd = new ReconnectingClients(server(), CROWD, helloAndPing())) {
            while (!stop.get()) came.addAndGet(crowd.turn());
        }
    }

    @Test
    void floodingClientsAreRefusedAsBusyAndOthersAreServed() throws Exception {
        ByteBuf bytes = Unpooled.buffer().writeLong(ClientFrames.HELLO);
        byte[] command = Command.put(0, 0, new byte[] {8}, new byte[1000]);
        for (int id = 1; id <= 1_000; id++) {
            ClientFrames.head(bytes, id, Op.PUT.code(), command.length - 1);
            bytes.writeBytes(command, 1, command.length - 1);
        }
        long before = counted(Counter.REQUESTS_BUSY);
        long longest = 0;
        try (UnauthenticatedClients crowd =
                new UnauthenticatedClients(server(), CROWD / 20, bytes.nioBuffer())) {
            while (crowd.send() > 0) longest = Math.max(longest, assertAnswered());
        }
        assertServed(CROWD / 20 + " flooding", longest);
        assertTrue(counted(Counter.REQUESTS_BUSY) > before, "no request was refused as busy");
        assertEquals(0, evicted());
    }

    private static ByteBuffer helloAndPing() {
        ByteBuf bytes = Unpooled.buffer().writeLong(ClientFrames.HELLO);
        ClientFrames.head(bytes, 1, Op.PING.code(), 0);
        return bytes.nioBuffer();
    }

    private long assertAnsweredForLong() throws Exception {
        long goal = writers.acknowledged() + CROWD;
        long longest = 0;
        for (int i = 0; i < 20 || writers.acknowledged() < goal; i++)
            longest = Math.max(longest, assertAnswered());
        return longest;
    }

    private long assertAnswered() throws Exception {
        long start = System.nanoTime();
        assertSame(ReplyCode.OK, get(client.put(KEY, KEY)).code());
        try (StoreClient newcomer = client()) {
            assertSame(ReplyCode.OK, get(newcomer.read(KEY)).code());
        }
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
        assertTrue(millis < ANSWER_MILLIS_MAX, "answered after " + millis + " ms");
        return millis;
    }

    private static Reply get(CompletableFuture<Reply> reply) throws Exception {
        return reply.get(60, TimeUnit.SECONDS);
    }

    private StoreClient client() {
        Duration most = Duration.ofMillis(ANSWER_MILLIS_MAX);
        return new StoreClient(loops.next(), List.of(server()), most, most);
    }

    private InetSocketAddress server() {
        return cluster.server(leader).address();
    }

    private long evicted() throws IOException {
        return counted(Counter.CONNECTIONS_EVICTED) - evictedBefore;
    }

    private long counted(Counter counter) throws IOException {
        return cluster.control(leader).figures().counter(counter);
    }

    private void assertServed(String crowd, long longestMillis) throws Exception {
        long silence = writers.longestStallMillis();
        writers.awaitMore(100);
        writers.stop();
        writers.assertNothingLost(loops, cluster.addresses());
        System.out.printf(
                "%s: longest answer %d ms; %d writes of the load, longest pause %d ms%n",
                crowd, longestMillis, writers.acknowledged(), silence);
        assertTrue(silence < ANSWER_MILLIS_MAX, () -> "no write for " + silence + " ms");
        for (ServerProcess server : cluster.servers()) {
            long peak = peakMemoryBytes(server);
            System.out.printf("  server %d: at most %d MiB%n", server.id(), peak >> 20);
            assertTrue(peak < MEMORY_BYTES_MAX, () -> server.id() + ": " + peak + " bytes");
            List<String> log = Files.readAllLines(server.log());
            assertTrue(log.size() < 100, () -> log.size() + " lines in the log");
            assertTrue(log.stream().noneMatch(line -> line.contains("OutOfMemory")), log::toString);
        }
    }

    /** In bytes, as Linux reports it; 0 on other systems. */
    private static long peakMemoryBytes(ServerProcess server) throws IOException {
        Path status = Path.of("/proc", Long.toString(server.pid()), "status");
        if (!Files.exists(status)) return 0;
        for (String line : Files.readAllLines(status))
            if (line.startsWith("VmHWM:")) return Long.parseLong(line.replaceAll("\\D", "")) << 10;
        return 0;
    }
}
