package io.abcast.testkit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.client.ClientLoops;
import io.abcast.client.Reply;
import io.abcast.client.StoreClient;
import io.abcast.client.wire.ClientFrames;
import io.abcast.client.wire.Command;
import io.abcast.client.wire.Op;
import io.abcast.client.wire.ReplyCode;
import io.abcast.server.figures.Counter;
import io.abcast.server.figures.MemberFigures;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Hundreds of connections would need more memory than the heap that {@code abcast bench} gives a server. During the
 * attack, the server must always answer a well-behaved client.
 */
@Tag("process")
final class UnauthenticatedClientsProcessTest {
    private static final int VALUE_BYTES = 1_000_000;

    /**
     * Far above the answer time of a flooded server with enough memory, and far below the 25 s of one without memory.
     */
    private static final long ANSWER_MILLIS_MAX = 10_000;

    @TempDir private static Path directory;
    private static LocalEnsemble cluster;
    private final ClientLoops loops = new ClientLoops(1);
    private StoreClient client;
    private long evictedBefore;

    @BeforeAll
    static void start() throws IOException {
        cluster = TestClusters.prepare(1, "ZAB", "memory", "512m", directory);
        cluster.start(Duration.ofSeconds(60));
    }

    @AfterAll
    static void end() {
        if (cluster != null) cluster.close();
    }

    @BeforeEach
    void connect() throws IOException {
        evictedBefore = figures().counter(Counter.CONNECTIONS_EVICTED);
        // A successful second attempt would hide that the server did not answer the first attempt
        // of the client.
        Duration most = Duration.ofMillis(ANSWER_MILLIS_MAX);
        client = new StoreClient(loops.next(), cluster.addresses(), most, most);
    }

    @AfterEach
    void close() {
        client.close();
        loops.close();
    }

    @Test
    void unfinishedHugeRequestsDoNotExhaustMemory() throws Exception {
        flood(260, request(Op.PUT, 4_000_000, 3_900_000));
        assertEquals(0, figures().counter(Counter.STREAMS_REJECTED));
    }

    @Test
    void unfinishedAcceptedRequestsDoNotExhaustMemory() throws Exception {
        flood(800, request(Op.PUT, 1 << 20, 1_000_000));
        assertTrue(evicted() > 0);
    }

    @Test
    void clientThatReadsNoAnswersDoesNotExhaustMemory() throws Exception {
        // The server reads from a busy connection in large pieces, and each piece holds thousands
        // of the test's requests.
        ByteBuf bytes = Unpooled.buffer().writeLong(ClientFrames.HELLO);
        for (int id = 1; id <= 40_000; id++) ClientFrames.head(bytes, id, Op.PING.code(), 0);
        for (int id = 1; id <= 20_000; id++) ClientFrames.text(bytes, id, Op.GET.code(), "\7");
        flood(1, bytes);
        assertEquals(0, figures().counter(Counter.STREAMS_REJECTED));
        assertEquals(0, evicted());
    }

    @Test
    void manyClientsThatReadNoAnswersDoNotExhaustMemory() throws Exception {
        flood(800, gets(20));
        assertTrue(evicted() > 0);
    }

    private void flood(int connections, ByteBuf bytes) throws Exception {
        assertAnswered();
        try (UnauthenticatedClients strangers =
                new UnauthenticatedClients(
                        cluster.addresses().get(0), connections, bytes.nioBuffer())) {
            long longest = 0;
            while (strangers.send() > 0) longest = Math.max(longest, assertAnswered());
            for (int i = 0; i < 20; i++) longest = Math.max(longest, assertAnswered());
            System.out.printf("%d connections: longest answer %d ms%n", connections, longest);
        }
        assertAnswered();
        List<String> log = Files.readAllLines(cluster.server(1).log());
        assertTrue(log.size() < 100, () -> log.size() + " lines in the log");
        assertTrue(log.stream().noneMatch(line -> line.contains("OutOfMemory")), log::toString);
    }

    private long assertAnswered() throws Exception {
        byte[] key = {7};
        byte[] value = new byte[VALUE_BYTES];
        long start = System.nanoTime();
        Reply put = client.put(key, value).get(60, TimeUnit.SECONDS);
        assertSame(ReplyCode.OK, put.code(), put::text);
        Reply get = client.read(key).get(60, TimeUnit.SECONDS);
        assertSame(ReplyCode.OK, get.code(), get::text);
        assertArrayEquals(value, get.value());
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
        assertTrue(millis < ANSWER_MILLIS_MAX, "answered after " + millis + " ms");
        return millis;
    }

    private long evicted() throws IOException {
        return figures().counter(Counter.CONNECTIONS_EVICTED) - evictedBefore;
    }

    private MemberFigures figures() throws IOException {
        return cluster.control(1).figures();
    }

    private static ByteBuf request(Op op, int announced, int sent) {
        ByteBuf bytes = Unpooled.buffer().writeLong(ClientFrames.HELLO);
        byte[] command = Command.put(0, 0, new byte[] {8}, new byte[announced]);
        ClientFrames.head(bytes, 1, op.code(), announced);
        return bytes.writeBytes(command, 1, sent);
    }

    private static ByteBuf gets(int count) {
        ByteBuf bytes = Unpooled.buffer().writeLong(ClientFrames.HELLO);
        for (int id = 1; id <= count; id++) ClientFrames.text(bytes, id, Op.GET.code(), "\7");
        return bytes;
    }
}
