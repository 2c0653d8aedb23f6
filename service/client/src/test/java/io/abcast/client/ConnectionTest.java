package io.abcast.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.client.wire.ClientFrames;
import io.abcast.client.wire.Op;
import io.abcast.client.wire.ReplyCode;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests a connection to a server that violates the client protocol, as abcast's servers never do. */
final class ConnectionTest {
    private static final long KEEP_ALIVE_MILLIS = 50;

    /** Longest keep-alive interval with which the test retries if this host is too slow to answer a ping in time. */
    private static final long KEEP_ALIVE_MILLIS_MAX = 2_000;

    private static final long NEVER_MILLIS = 3_600_000;

    private interface Dialogue {
        void hold(long keepAliveMillis) throws Exception;
    }

    private final ClientLoops loops = new ClientLoops(1);
    private ServerSocket server;
    private Connection connection;
    private Socket accepted;
    private DataInputStream in;
    private DataOutputStream out;

    @BeforeEach
    void open() throws IOException {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    private void connect(long keepAliveMillis) throws Exception {
        CompletableFuture<Connection> connecting =
                Connection.connect(
                        loops.next(),
                        new InetSocketAddress(
                                InetAddress.getLoopbackAddress(), server.getLocalPort()),
                        null,
                        keepAliveMillis);
        accepted = server.accept();
        accepted.setSoTimeout(20_000);
        in = new DataInputStream(accepted.getInputStream());
        out = new DataOutputStream(accepted.getOutputStream());
        connection = connecting.get(20, TimeUnit.SECONDS);
        assertEquals(ClientFrames.HELLO, in.readLong());
    }

    @AfterEach
    void close() throws IOException {
        loops.close();
        if (accepted != null) accepted.close();
        server.close();
    }

    private void inTime(Dialogue dialogue) throws Exception {
        for (long millis = KEEP_ALIVE_MILLIS; ; millis *= 2) {
            connect(millis);
            try {
                dialogue.hold(millis);
                return;
            } catch (IOException | AssertionError e) {
                if (millis > KEEP_ALIVE_MILLIS_MAX) throw e;
                accepted.close();
            }
        }
    }

    @Test
    void anIdleClientPingsSoThatTheServerKeepsTheConnection() throws Exception {
        inTime(
                millis -> {
                    for (int i = 0; i < 5; i++) reply(ping(), ReplyCode.OK.code());
                    assertTrue(connection.isOpen());
                });
    }

    @Test
    void aConnectionWithoutAnAnswerToAPingIsClosed() throws Exception {
        connect(KEEP_ALIVE_MILLIS);
        ping();
        assertEquals(-1, in.read());
        awaitClosed();
    }

    @Test
    void aRequestInFlightSuppressesPings() throws Exception {
        inTime(
                millis -> {
                    CompletableFuture<ReplyCode> answered = send(Op.READ);
                    long id = request(Op.READ);
                    accepted.setSoTimeout((int) (6 * millis));
                    assertThrows(SocketTimeoutException.class, () -> in.read());
                    reply(id, ReplyCode.NOT_FOUND.code());
                    assertSame(ReplyCode.NOT_FOUND, answered.get(20, TimeUnit.SECONDS));
                });
    }

    @Test
    void aReplyWithoutARequestClosesTheConnection() throws Exception {
        connect(NEVER_MILLIS);
        reply(4711, ReplyCode.OK.code());
        assertEquals(-1, in.read());
        awaitClosed();
    }

    @Test
    void aReplyWithAnUnknownCodeClosesTheConnectionAndFailsTheRequest() throws Exception {
        connect(NEVER_MILLIS);
        CompletableFuture<ReplyCode> answered = send(Op.READ);
        reply(request(Op.READ), (byte) 99);
        assertSame(ReplyCode.DISCONNECTED, answered.get(20, TimeUnit.SECONDS));
    }

    @Test
    void aConnectionThatBreaksBeforeItIsOpenFailsTheCall() throws Exception {
        int port;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = closed.getLocalPort();
        }
        CompletableFuture<Connection> failing =
                Connection.connect(
                        loops.next(),
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        assertThrows(ExecutionException.class, () -> failing.get(20, TimeUnit.SECONDS));
    }

    private void awaitClosed() throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (connection.loop().submit(connection::isOpen).get(20, TimeUnit.SECONDS))
            assertTrue(System.nanoTime() < deadline, "still open after 20 s");
    }

    private CompletableFuture<ReplyCode> send(Op op) {
        CompletableFuture<ReplyCode> answered = new CompletableFuture<>();
        byte[] body = "key".getBytes(StandardCharsets.UTF_8);
        connection
                .loop()
                .execute(() -> connection.send(op, body, (code, reply) -> answered.complete(code)));
        return answered;
    }

    private long ping() throws IOException {
        return request(Op.PING);
    }

    private long request(Op expected) throws IOException {
        int length = in.readInt();
        long id = in.readLong();
        assertSame(expected, Op.of(in.readByte()));
        in.skipNBytes(length - ClientFrames.HEAD_BYTES);
        return id;
    }

    private void reply(long id, byte code) throws IOException {
        out.writeInt(ClientFrames.HEAD_BYTES);
        out.writeLong(id);
        out.writeByte(code);
    }
}
