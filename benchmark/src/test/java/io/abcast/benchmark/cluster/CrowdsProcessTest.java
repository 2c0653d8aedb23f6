package io.abcast.benchmark.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.benchmark.client.ClientLoops;
import io.abcast.benchmark.client.Reply;
import io.abcast.benchmark.client.StoreClient;
import io.abcast.benchmark.server.Strangers;
import io.abcast.benchmark.wire.Command;
import io.abcast.benchmark.wire.Counter;
import io.abcast.benchmark.wire.Frames;
import io.abcast.benchmark.wire.Op;
import io.abcast.benchmark.wire.ReplyCode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real server, and more clients than it has places: somebody who behaves, connected or just coming, is answered all the
 * while. With 10,000 of them, as docs/security.md has it: {@code -Dabcast.crowd=10000}.
 */
@Tag("process")
final class CrowdsProcessTest {
    private static final int CROWD = Integer.getInteger("abcast.crowd", 2_000);

    /** Places, so that a fifth of the crowd finds none. */
    private static final int CONNECTIONS_MAX = CROWD * 4 / 5;

    private static final int UNDER_WAY_MAX = 256;
    private static final long ANSWER_MILLIS_MAX = 10_000;
    private static final byte[] KEY = {7};

    @TempDir private Path directory;
    private final ClientLoops loops = new ClientLoops(1);
    private Cluster cluster;
    private StoreClient client;

    @BeforeEach
    void start() throws IOException {
        String max = Integer.toString(CONNECTIONS_MAX);
        // All come from one address here.
        List<String> arguments =
                List.of(
                        "--connections-max", max,
                        "--connections-per-address-max", max,
                        "--under-way-max", Integer.toString(UNDER_WAY_MAX));
        cluster = TestClusters.prepare(1, "ZAB", "memory", "512m", directory, arguments);
        cluster.start(Duration.ofSeconds(60));
        client = client();
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        cluster.close();
        loops.close();
        List<String> log = Files.readAllLines(cluster.server(1).log());
        assertTrue(log.size() < 100, () -> log.size() + " lines in the log");
        assertTrue(log.stream().noneMatch(line -> line.contains("OutOfMemory")), log::toString);
    }

    @Test
    void clientsThatSayNothingLockNobodyOut() throws Exception {
        long longest = 0;
        try (Strangers crowd = new Strangers(server(), CROWD, ByteBuffer.allocate(0))) {
            for (int i = 0; i < 20; i++) longest = Math.max(longest, assertAnswered());
            crowd.send();
        }
        told("silent", longest);
        assertTrue(evicted() >= CROWD / 5);
    }

    @Test
    void clientsThatAskOnceAndIdleLockNobodyOut() throws Exception {
        ByteBuf ping = Unpooled.buffer().writeLong(Frames.HELLO);
        Frames.head(ping, 1, Op.PING.code(), 0);
        long longest = 0;
        try (Strangers crowd = new Strangers(server(), CROWD, ping.nioBuffer())) {
            while (crowd.send() > 0) longest = Math.max(longest, assertAnswered());
            for (int i = 0; i < 20; i++) longest = Math.max(longest, assertAnswered());
        }
        told("idle", longest);
        assertTrue(evicted() >= CROWD / 5 - 10);
    }

    @Test
    void clientsThatComeAndGoLockNobodyOut() throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        AtomicLong connected = new AtomicLong();
        CompletableFuture<Void> reconnecting =
                CompletableFuture.runAsync(() -> reconnect(connected, stop));
        long longest = 0;
        while (connected.get() < CROWD && !reconnecting.isDone())
            longest = Math.max(longest, assertAnswered());
        stop.set(true);
        reconnecting.get(60, TimeUnit.SECONDS);
        told("reconnecting", longest);
    }

    @Test
    void whoFloodsIsToldBusyAndTheOthersAreServed() throws Exception {
        // More than the server may have under way, from connections that read nothing.
        ByteBuf bytes = Unpooled.buffer().writeLong(Frames.HELLO);
        byte[] command = Command.put(0, 0, new byte[] {8}, new byte[1000]);
        for (int id = 1; id <= 1_000; id++) {
            Frames.head(bytes, id, Op.PUT.code(), command.length - 1);
            bytes.writeBytes(command, 1, command.length - 1);
        }
        long longest = 0;
        try (Strangers crowd = new Strangers(server(), CROWD / 20, bytes.nioBuffer())) {
            while (crowd.send() > 0) longest = Math.max(longest, assertAnswered());
        }
        told("flooding", longest);
        long busy = cluster.control(1).figures().counter(Counter.REQUESTS_BUSY);
        assertTrue(busy > 0, "nobody was told busy");
        assertEquals(0, evicted());
    }

    /** Connects, says hello, and leaves, one connection after the other. */
    private void reconnect(AtomicLong connected, AtomicBoolean stop) {
        ByteBuffer hello = ByteBuffer.allocate(8).putLong(0, Frames.HELLO);
        while (!stop.get()) {
            try (SocketChannel channel = SocketChannel.open(server())) {
                channel.setOption(java.net.StandardSocketOptions.SO_LINGER, 0);
                if (channel.write(hello.duplicate()) > 0) connected.incrementAndGet();
            } catch (IOException e) {
                // The next one.
            }
        }
    }

    /** Of one who is connected, and of one who comes. @return how long both took, ms */
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
        return cluster.addresses().get(0);
    }

    private long evicted() throws IOException {
        return cluster.control(1).figures().counter(Counter.CONNECTIONS_EVICTED);
    }

    private static void told(String crowd, long longestMillis) {
        System.out.printf("%d %s: longest answer %d ms%n", CROWD, crowd, longestMillis);
    }
}
