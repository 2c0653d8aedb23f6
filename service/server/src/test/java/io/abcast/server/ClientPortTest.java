package io.abcast.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.client.ClientLoops;
import io.abcast.client.Connection;
import io.abcast.client.Reply;
import io.abcast.client.StoreClient;
import io.abcast.client.wire.ClientFrames;
import io.abcast.client.wire.Command;
import io.abcast.client.wire.Op;
import io.abcast.client.wire.ReplyCode;
import io.abcast.server.figures.Counter;
import io.abcast.server.figures.MemberFigures;
import io.netty.channel.EventLoop;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the client port of a server together with the client library, on a {@link FakeReplica}. */
final class ClientPortTest {
    private static final byte[] K = {7};
    private static final byte[] V = "value".getBytes(StandardCharsets.US_ASCII);
    private static final int IN_FLIGHT_MAX = 4_000;
    private static final PortLimits LIMITS = PortLimits.of(1 << 20, 1, ConnectionLimits.defaults());

    private final FakeReplica replica = new FakeReplica();
    private final ClientLoops loops = new ClientLoops(1);
    private final ClientPort port = open(replica, 0);
    private final StoreClient client = client(address(port));

    @AfterEach
    void close() {
        client.close();
        loops.close();
        port.close();
        replica.close();
    }

    @Test
    void everyOperationWorks() throws Exception {
        Reply put = get(client.put(K, V));
        assertSame(ReplyCode.OK, put.code());
        Reply read = get(client.get(K));
        assertEquals(put.zxid(), read.zxid());
        assertArrayEquals(V, read.value());
        assertArrayEquals(V, get(client.read(K)).value());
        assertSame(ReplyCode.MISMATCH, get(client.cas(K, 99, V)).code());
        assertSame(ReplyCode.OK, get(client.cas(K, put.zxid(), new byte[0])).code());
        assertEquals(0, get(client.get(K)).value().length);
        assertSame(ReplyCode.OK, get(client.delete(K)).code());
        assertSame(ReplyCode.NOT_FOUND, get(client.delete(K)).code());
        assertSame(ReplyCode.NOT_FOUND, get(client.get(K)).code());
        assertSame(ReplyCode.OK, get(client.ask(Op.PING, new byte[0])).code());
        assertEquals(
                replica.store.position().get().digest(),
                get(client.ask(Op.DIGEST, new byte[0])).number(8));
    }

    @Test
    void readsOvertakeWaitingWrites() throws Exception {
        get(client.put(K, V));
        replica.hold();
        CompletableFuture<Reply> slow = client.put(K, new byte[3]);
        assertArrayEquals(V, get(client.get(K)).value());
        replica.release();
        assertSame(ReplyCode.OK, get(slow).code());
    }

    @Test
    void requestsInFlightAreBoundedAndAllAreAnswered() throws Exception {
        int requests = 20_000;
        replica.hold();
        CountDownLatch answered = new CountDownLatch(requests);
        EventLoop loop = loops.next();
        Connection connection = get(Connection.connect(loop, address(port)));
        loop.execute(
                () -> {
                    for (int i = 0; i < requests; i++)
                        connection.sendCommand(
                                Command.put(0, 0, K, new byte[1024]),
                                (code, body) -> answered.countDown());
                });
        await(() -> replica.heldBack() >= ClientSession.UNANSWERED_MAX);
        replica.release();
        assertTrue(answered.await(30, TimeUnit.SECONDS), answered::toString);
        int most = replica.inFlightMost.get();
        assertTrue(most <= ClientSession.UNANSWERED_MAX, "in flight: " + most);
        connection.close();
    }

    @Test
    void garbageClosesItsConnectionAndDisturbsNoOtherClient() throws Exception {
        get(client.put(K, V));
        for (String junk :
                List.of("GET / HTTP/1.1\r\n\r\n", "\0\0\0\0", "abcast\0\2 next version")) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port.port())) {
                socket.getOutputStream().write(junk.getBytes(StandardCharsets.US_ASCII));
                assertEquals(-1, readOrEnd(socket));
            }
        }
        assertArrayEquals(V, get(client.get(K)).value());
        assertEquals(3, figures().counter(Counter.STREAMS_REJECTED));
    }

    @Test
    void aWrongLengthClosesItsConnection() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port.port())) {
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            out.writeLong(ClientFrames.HELLO);
            out.writeInt(ClientFrames.FRAME_BYTES_MAX + 1);
            assertEquals(-1, readOrEnd(socket));
        }
        assertEquals(1, figures().counter(Counter.STREAMS_REJECTED));
    }

    @Test
    void aMalformedRequestIsAnsweredAndTheConnectionStaysOpen() throws Exception {
        EventLoop loop = loops.next();
        Connection connection = get(Connection.connect(loop, address(port)));
        for (byte[] command :
                List.of(
                        Command.put(0, 0, new byte[0], V),
                        Command.put(0, 0, new byte[2000], V),
                        new byte[] {Op.DELETE.code(), 1, 2}))
            assertSame(ReplyCode.MALFORMED, send(connection, command));
        assertSame(ReplyCode.OK, send(connection, Command.put(0, 0, K, V)));
        assertEquals(3, figures().counter(Counter.REQUESTS_MALFORMED));
        connection.close();
    }

    @Test
    void refusalsOfTheMemberReachTheClient() throws Exception {
        EventLoop loop = loops.next();
        Connection connection = get(Connection.connect(loop, address(port)));
        for (ReplyCode code :
                List.of(
                        ReplyCode.BUSY,
                        ReplyCode.TOO_LARGE,
                        ReplyCode.TIMEOUT,
                        ReplyCode.UNKNOWN,
                        ReplyCode.NOT_READY)) {
            replica.refusal = code;
            assertSame(code, send(connection, Command.put(0, 0, K, V)));
        }
        replica.refusal = null;
        replica.active = false;
        assertSame(ReplyCode.NOT_READY, send(connection, Command.put(0, 0, K, V)));
        connection.close();
        try (StoreClient impatient =
                new StoreClient(loops.next(), List.of(address(port)), Duration.ZERO)) {
            for (CompletableFuture<Reply> refused :
                    List.of(impatient.put(K, V), impatient.read(K), impatient.get(K))) {
                assertSame(ReplyCode.NOT_READY, get(refused).code());
                String text = get(refused).text();
                assertTrue(text.startsWith("server 1 "), text);
                assertTrue(text.endsWith(": refused by the test"), text);
            }
        }
    }

    @Test
    void theClientFailsOverToAServerThatAnswers() throws Exception {
        InetSocketAddress nobody;
        try (ClientPort closing = open(replica, 0)) {
            nobody = address(closing);
        }
        replica.active = false;
        try (FakeReplica other = new FakeReplica();
                ClientPort third = open(other, 0);
                StoreClient roaming = client(nobody, address(port), address(third))) {
            assertSame(ReplyCode.OK, get(roaming.put(K, V)).code());
            assertEquals(1, other.store.position().get().keys());
        }
    }

    @Test
    void aReservedCodeIsMalformed() throws Exception {
        try (Socket socket = new Socket(address(port).getAddress(), port.port())) {
            socket.setSoTimeout(20_000);
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            DataInputStream in = new DataInputStream(socket.getInputStream());
            out.writeLong(ClientFrames.HELLO);
            for (byte code = 8; code <= 10; code++) {
                out.writeInt(ClientFrames.HEAD_BYTES);
                out.writeLong(code);
                out.writeByte(code);
                int length = in.readInt();
                assertEquals(code, in.readLong());
                assertEquals(ReplyCode.MALFORMED.code(), in.readByte());
                in.skipNBytes(length - ClientFrames.HEAD_BYTES);
            }
        }
    }

    @Test
    void aKeyThatIsTooLongIsReported() throws Exception {
        byte[] key = new byte[2_000];
        for (CompletableFuture<Reply> refused :
                List.of(
                        client.put(key, V),
                        client.get(key),
                        client.read(key),
                        client.delete(key))) {
            assertSame(ReplyCode.MALFORMED, get(refused).code());
            assertEquals("key: expected 1..1024 bytes, got 2000", get(refused).text());
        }
    }

    @Test
    void aBusyMemberDoesNotReportThatItIsNotRunning() throws Exception {
        replica.refusal = ReplyCode.BUSY;
        try (StoreClient impatient =
                new StoreClient(loops.next(), List.of(address(port)), Duration.ZERO)) {
            assertSame(ReplyCode.BUSY, get(impatient.ask(Op.DIGEST, new byte[0])).code());
        }
    }

    @Test
    void aPortInUseIsNamed() {
        IOException e =
                assertThrows(IOException.class, () -> openOrFail(replica, port.port(), LIMITS));
        assertTrue(e.getMessage().contains(Integer.toString(port.port())), e.getMessage());
        assertTrue(e.getMessage().contains("in use"), e.getMessage());
    }

    private static ReplyCode send(Connection connection, byte[] command) throws Exception {
        CompletableFuture<ReplyCode> code = new CompletableFuture<>();
        connection
                .loop()
                .execute(() -> connection.sendCommand(command, (c, body) -> code.complete(c)));
        return get(code);
    }

    private MemberFigures figures() throws Exception {
        return MemberFigures.decode(get(client.ask(Op.FIGURES, new byte[0])).body());
    }

    private static int readOrEnd(Socket socket) throws IOException {
        socket.setSoTimeout(10_000);
        try {
            return socket.getInputStream().read();
        } catch (SocketException e) {
            return -1; // connection reset: the server closed the connection with unread bytes
        }
    }

    private static ClientPort open(Replica replica, int port) {
        return open(replica, port, LIMITS);
    }

    private static ClientPort open(Replica replica, int port, PortLimits limits) {
        try {
            return openOrFail(replica, port, limits);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static ClientPort openOrFail(Replica replica, int port, PortLimits limits)
            throws IOException {
        PortContext context =
                new PortContext(
                        replica,
                        new Admission(IN_FLIGHT_MAX, 64 << 20),
                        limits,
                        new RateLimitedLog(line -> {}, System::nanoTime),
                        null);
        return new ClientPort(
                context, new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1);
    }

    private StoreClient client(InetSocketAddress... servers) {
        return new StoreClient(loops.next(), List.of(servers), Duration.ofSeconds(10));
    }

    private static InetSocketAddress address(ClientPort port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port.port());
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(20, TimeUnit.SECONDS);
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, "condition not met within 30 s");
            Thread.sleep(5);
        }
    }
}
