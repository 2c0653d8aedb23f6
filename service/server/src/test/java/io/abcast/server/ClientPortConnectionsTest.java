package io.abcast.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.client.ClientLoops;
import io.abcast.client.StoreClient;
import io.abcast.client.wire.ClientFrames;
import io.abcast.client.wire.Op;
import io.abcast.client.wire.ReplyCode;
import io.abcast.server.figures.Counter;
import io.abcast.server.figures.MemberFigures;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Tests the bounds of a client port on the number of connections, and on the time for which a connection may be
 * inactive.
 */
final class ClientPortConnectionsTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();

    private final FakeReplica replica = new FakeReplica();
    private final ClientLoops loops = new ClientLoops(1);
    private final List<Socket> sockets = new ArrayList<>();
    private final Set<Socket> greeted = new HashSet<>();
    private final List<String> log = new ArrayList<>();
    private ClientPort port;
    private StoreClient client;

    @AfterEach
    void close() throws IOException {
        for (Socket socket : sockets) socket.close();
        client.close();
        loops.close();
        port.close();
        replica.close();
    }

    @Test
    void aConnectionWithoutAHelloIsClosed() throws Exception {
        open(10, 10, Duration.ofMillis(200), LONG);
        Socket silent = socket(HERE);
        Socket half = socket(HERE);
        half.getOutputStream().write(new byte[] {'a', 'b', 'c'});
        assertEquals(-1, silent.getInputStream().read());
        assertEquals(-1, half.getInputStream().read());
        assertServed();
        assertEquals(2, evicted());
    }

    @Test
    void aSilentConnectionIsClosedAndAPingKeepsItOpen() throws Exception {
        open(10, 10, LONG, Duration.ofMillis(700));
        Socket silent = socket(HERE);
        Socket pings = socket(HERE);
        ping(silent);
        // The test pings for at least twice the maximum idle time, so that the server closes the
        // silent connection.
        for (int i = 0; i < 28; i++) {
            ping(pings);
            pause(pings, 50);
        }
        assertEquals(-1, silent.getInputStream().read());
        ping(pings);
    }

    @Test
    void connectionsWithoutAHelloAreEvictedAndClientsAreNot() throws Exception {
        open(20, 20, LONG, LONG);
        Socket asks = socket(HERE);
        ping(asks);
        for (int i = 0; i < 100; i++) {
            socket(HERE);
            if (i % 10 == 0) ping(asks);
            if (i % 10 == 5) assertServed();
        }
        ping(asks);
        assertTrue(evicted() >= 80, () -> log.toString());
        assertTrue(
                log.stream().anyMatch(l -> l.contains("more than 20 connections")), log::toString);
    }

    @Test
    void oneAddressCannotTakeThePlacesOfAnother() throws Exception {
        open(20, 10, LONG, LONG);
        // Without the bound per address, the server would evict the connection from 127.0.0.2
        // first, because it is idle.
        Socket other = socket(InetAddress.getByName("127.0.0.2"));
        ping(other);
        for (int i = 0; i < 60; i++) ping(socket(HERE));
        ping(other);
    }

    @Test
    void ifAllConnectionsWaitForAnswersTheNewOneIsClosed() throws Exception {
        open(5, 5, LONG, LONG);
        assertServed();
        replica.hold();
        List<Socket> waiting = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Socket socket = socket(HERE);
            ByteBuf bytes = Unpooled.buffer().writeLong(ClientFrames.HELLO);
            ClientFrames.text(bytes, 9, Op.READ.code(), "\1");
            write(socket, bytes);
            waiting.add(socket);
            int held = i + 1;
            while (replica.heldBack() < held) Thread.onSpinWait();
        }
        assertEquals(-1, socket(HERE).getInputStream().read());
        replica.release();
        for (Socket socket : waiting) reply(socket, 9);
    }

    private void open(int max, int perAddress, Duration hello, Duration idle) throws IOException {
        PortContext context =
                new PortContext(
                        replica,
                        new Admission(4_000, 64 << 20),
                        PortLimits.of(
                                1 << 20, 1, ConnectionLimits.of(max, perAddress, hello, idle)),
                        new RateLimitedLog(
                                line -> {
                                    synchronized (log) {
                                        log.add(line);
                                    }
                                },
                                System::nanoTime),
                        null);
        port = new ClientPort(context, new InetSocketAddress(HERE, 0), 1);
        client = new StoreClient(loops.next(), List.of(address()), Duration.ofSeconds(10));
    }

    private InetSocketAddress address() {
        return new InetSocketAddress(HERE, port.port());
    }

    private Socket socket(InetAddress from) throws IOException {
        Socket socket = new Socket();
        sockets.add(socket);
        socket.bind(new InetSocketAddress(from, 0));
        socket.connect(address());
        socket.setSoTimeout(20_000);
        return socket;
    }

    private void ping(Socket socket) throws IOException {
        ByteBuf bytes = Unpooled.buffer();
        if (greeted.add(socket)) bytes.writeLong(ClientFrames.HELLO);
        ClientFrames.head(bytes, 7, Op.PING.code(), 0);
        write(socket, bytes);
        reply(socket, 7);
    }

    private static void write(Socket socket, ByteBuf bytes) throws IOException {
        socket.getOutputStream().write(bytes.array(), 0, bytes.readableBytes());
    }

    private static void reply(Socket socket, long id) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        int length = in.readInt();
        assertEquals(id, in.readLong());
        in.skipNBytes(length - Long.BYTES);
    }

    private static void pause(Socket socket, int millis) throws IOException {
        socket.setSoTimeout(millis);
        try {
            socket.getInputStream().read();
        } catch (java.net.SocketTimeoutException e) {
            // expected: no bytes arrive
        }
        socket.setSoTimeout(20_000);
    }

    private void assertServed() throws Exception {
        assertSame(ReplyCode.OK, get(client.put(new byte[] {1}, new byte[100])).code());
    }

    private long evicted() throws Exception {
        return MemberFigures.decode(get(client.ask(Op.FIGURES, new byte[0])).body())
                .counter(Counter.CONNECTIONS_EVICTED);
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(20, TimeUnit.SECONDS);
    }
}
