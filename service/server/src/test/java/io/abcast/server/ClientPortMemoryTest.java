package io.abcast.server;

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
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import io.netty.buffer.Unpooled;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the bound on the memory that the server keeps for clients that send incomplete requests or do not read. */
final class ClientPortMemoryTest {
    private static final byte[] K = {7};
    private static final int VALUE_BYTES = 1 << 20;
    private static final int PAYLOAD_BYTES_MAX = VALUE_BYTES + 100;
    private static final long HELD_BYTES_MAX = 8L << 20;
    private static final long PARTIAL_NANOS_MAX = TimeUnit.SECONDS.toNanos(60);

    /**
     * Maximum direct memory of the server: the bounds on held requests and replies, the overhead of the allocator, and
     * one frame or reply.
     */
    private static final long DIRECT_BYTES_MAX = 48L << 20;

    private final FakeReplica replica = new FakeReplica();
    private final ClientLoops loops = new ClientLoops(1);
    private ClientPort port;
    private StoreClient client;

    @AfterEach
    void close() {
        client.close();
        loops.close();
        port.close();
        replica.close();
    }

    @Test
    void incompleteRequestsAreBoundedAndTheOldestIsEvictedFirst() throws Exception {
        open(PARTIAL_NANOS_MAX);
        long before = directBytes();
        int connections = 200;
        ByteBuf request = Unpooled.buffer().writeLong(ClientFrames.HELLO);
        ClientFrames.head(request, 1, Op.PUT.code(), VALUE_BYTES);
        request.writeZero(900_000);
        try (Flood strangers = new Flood(address(), connections, request.nioBuffer())) {
            while (strangers.send() > 0) {
                assertServed();
                assertTrue(directBytes() - before < DIRECT_BYTES_MAX, "direct: " + directBytes());
            }
            long evicted = figures().counter(Counter.CONNECTIONS_EVICTED);
            long held = connections - evicted;
            assertTrue(held >= 4, "only as many as necessary: " + evicted + " of " + connections);
            assertTrue(held * 900_000 <= HELD_BYTES_MAX, held + " connections left");
        }
    }

    @Test
    void aRequestThatDoesNotArriveInTimeIsRefused() throws Exception {
        open(TimeUnit.MILLISECONDS.toNanos(300));
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port.port())) {
            ByteBuf request = Unpooled.buffer().writeLong(ClientFrames.HELLO);
            ClientFrames.head(request, 77, Op.PUT.code(), 1000);
            socket.getOutputStream().write(request.array(), 0, request.readableBytes());
            socket.setSoTimeout(20_000);
            DataInputStream in = new DataInputStream(socket.getInputStream());
            byte[] reply = new byte[in.readInt()];
            in.readFully(reply);
            assertEquals(77, ByteBuffer.wrap(reply).getLong());
            assertSame(ReplyCode.BUSY, ReplyCode.of(reply[8]));
            assertEquals(-1, in.read());
        }
        assertServed();
        assertEquals(1, figures().counter(Counter.CONNECTIONS_EVICTED));
    }

    @Test
    void aRequestOverTheLimitIsRefusedAndTheConnectionStaysOpen() throws Exception {
        open(PARTIAL_NANOS_MAX);
        Reply reply = get(client.put(K, new byte[4 * VALUE_BYTES]));
        assertSame(ReplyCode.TOO_LARGE, reply.code());
        assertTrue(reply.text().contains("at most " + PAYLOAD_BYTES_MAX), reply.text());
        assertServed();
        assertEquals(0, figures().counter(Counter.STREAMS_REJECTED));
    }

    @ParameterizedTest
    @EnumSource(
            value = Op.class,
            names = {"GET", "READ", "FIGURES", "DELETE"})
    void repliesThatAreNotTakenAreBoundedAndAllArriveInTheEnd(Op op) throws Exception {
        open(PARTIAL_NANOS_MAX);
        get(client.put(K, new byte[VALUE_BYTES]));
        long before = directBytes();
        boolean large = op == Op.GET || op == Op.READ;
        int requests =
                switch (op) {
                    case GET, READ -> 500;
                    case FIGURES -> (int) (2 * HELD_BYTES_MAX / figuresBytes());
                    default -> 100_000;
                };
        ByteBuf bytes = Unpooled.buffer().writeLong(ClientFrames.HELLO);
        byte[] body =
                switch (op) {
                    case GET, READ -> K;
                    case DELETE -> bodyOf(Command.delete(0, 0, new byte[] {9}));
                    default -> new byte[0];
                };
        for (int id = 1; id <= requests; id++) {
            ClientFrames.head(bytes, id, op.code(), body.length);
            bytes.writeBytes(body);
        }
        try (Socket socket = new Socket()) {
            socket.setReceiveBufferSize(64 << 10);
            socket.connect(address());
            CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> send(socket, bytes));
            for (int i = 0; i < 20; i++) {
                assertServed();
                assertTrue(directBytes() - before < DIRECT_BYTES_MAX, "direct: " + directBytes());
            }
            socket.setSoTimeout(20_000);
            DataInputStream in =
                    new DataInputStream(new BufferedInputStream(socket.getInputStream()));
            byte[] reply = new byte[2 * VALUE_BYTES];
            boolean[] seen = new boolean[requests + 1];
            for (int i = 0; i < requests; i++) {
                int length = in.readInt();
                in.readFully(reply, 0, length);
                int id = (int) ByteBuffer.wrap(reply).getLong();
                assertTrue(!seen[id], "answered twice: " + id);
                seen[id] = true;
                if (large) assertEquals(9 + 8 + VALUE_BYTES, length);
                if (i % 50 == 0)
                    assertTrue(
                            directBytes() - before < DIRECT_BYTES_MAX, "direct: " + directBytes());
            }
            get(sent);
        }
        assertEquals(0, figures().counter(Counter.CONNECTIONS_EVICTED));
    }

    @Test
    void aClientThatDoesNotReadIsEvictedWhenMemoryIsShort() throws Exception {
        open(PARTIAL_NANOS_MAX);
        get(client.put(K, new byte[VALUE_BYTES]));
        long before = directBytes();
        ByteBuf bytes = Unpooled.buffer().writeLong(ClientFrames.HELLO);
        for (int id = 1; id <= 20; id++) ClientFrames.text(bytes, id, Op.GET.code(), "\7");
        try (Flood strangers = new Flood(address(), 100, bytes.nioBuffer())) {
            while (strangers.send() > 0) assertServed();
            for (int i = 0; i < 20; i++) {
                assertServed();
                assertArrayEquals(new byte[VALUE_BYTES], get(client.get(K)).value());
                assertTrue(directBytes() - before < DIRECT_BYTES_MAX, "direct: " + directBytes());
            }
            assertTrue(figures().counter(Counter.CONNECTIONS_EVICTED) > 0);
        }
    }

    private void open(long partialNanosMax) throws IOException {
        PortLimits limits =
                new PortLimits(
                        PAYLOAD_BYTES_MAX,
                        HELD_BYTES_MAX,
                        HELD_BYTES_MAX,
                        partialNanosMax,
                        ConnectionLimits.defaults());
        PortContext context =
                new PortContext(
                        replica,
                        new Admission(4_000, 64 << 20),
                        limits,
                        new RateLimitedLog(line -> {}, System::nanoTime),
                        null);
        port =
                new ClientPort(
                        context, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
        client = new StoreClient(loops.next(), List.of(address()), Duration.ofSeconds(10));
    }

    private InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port.port());
    }

    private void assertServed() throws Exception {
        assertSame(ReplyCode.OK, get(client.put(new byte[] {1}, new byte[100])).code());
    }

    private MemberFigures figures() throws Exception {
        return MemberFigures.decode(get(client.ask(Op.FIGURES, new byte[0])).body());
    }

    private int figuresBytes() throws Exception {
        return get(client.ask(Op.FIGURES, new byte[0])).body().length;
    }

    private static byte[] bodyOf(byte[] command) {
        byte[] body = new byte[command.length - 1];
        System.arraycopy(command, 1, body, 0, body.length);
        return body;
    }

    private static void send(Socket socket, ByteBuf bytes) {
        try {
            bytes.readBytes(socket.getOutputStream(), bytes.readableBytes());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long directBytes() {
        return ((ByteBufAllocatorMetricProvider) ByteBufAllocator.DEFAULT)
                .metric()
                .usedDirectMemory();
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(20, TimeUnit.SECONDS);
    }

    private static final class Flood implements AutoCloseable {
        private static final int PIECE_BYTES = 64 << 10;

        private final List<SocketChannel> channels = new ArrayList<>();
        private final List<ByteBuffer> rest = new ArrayList<>();

        Flood(InetSocketAddress server, int connections, ByteBuffer bytes) throws IOException {
            for (int i = 0; i < connections; i++) {
                channels.add(SocketChannel.open(server));
                channels.get(i).configureBlocking(false);
                rest.add(bytes.duplicate());
            }
        }

        long send() {
            long sent = 0;
            for (int i = 0; i < channels.size(); i++) {
                ByteBuffer all = rest.get(i);
                ByteBuffer piece =
                        all.slice(all.position(), Math.min(PIECE_BYTES, all.remaining()));
                try {
                    int written = channels.get(i).write(piece);
                    all.position(all.position() + written);
                    sent += written;
                } catch (IOException e) {
                    all.position(all.limit());
                }
            }
            return sent;
        }

        @Override
        public void close() throws IOException {
            for (SocketChannel channel : channels) channel.close();
        }
    }
}
