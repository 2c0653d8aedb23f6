package io.abcast.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.client.ClientLoops;
import io.abcast.client.Connection;
import io.abcast.client.wire.Command;
import io.abcast.client.wire.Op;
import io.abcast.client.wire.ReplyCode;
import io.abcast.server.figures.Counter;
import io.abcast.server.figures.MemberFigures;
import io.netty.buffer.ByteBufUtil;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests the answers of the client port while the maximum number of requests is in flight and the replica completes no
 * request.
 */
final class ClientPortBusyTest {
    private static final int UNDER_WAY_MAX = 100;
    private static final int CROWDED = UNDER_WAY_MAX * 3 / 4;
    private static final byte[] WRITE = Command.put(0, 0, new byte[] {1}, new byte[10]);

    private final FakeReplica replica = new FakeReplica();
    private final ClientLoops loops = new ClientLoops(1);
    private ClientPort port;

    @BeforeEach
    void open() throws IOException {
        PortContext context =
                new PortContext(
                        replica,
                        new Admission(UNDER_WAY_MAX, 64 << 20),
                        PortLimits.of(1 << 20, 1, ConnectionLimits.defaults()),
                        new RateLimitedLog(line -> {}, System::nanoTime),
                        null);
        InetAddress here = InetAddress.getLoopbackAddress();
        port = new ClientPort(context, new InetSocketAddress(here, 0), 1);
    }

    @AfterEach
    void close() {
        loops.close();
        port.close();
        replica.close();
    }

    @Test
    void aFloodingClientLeavesRoomForOthersAndRequestsBeyondTheBoundAreRefusedAtOnce()
            throws Exception {
        replica.hold();
        int flood = 200;
        List<ReplyCode> flooder = Collections.synchronizedList(new ArrayList<>());
        Connection floods = connect();
        floods.loop()
                .execute(
                        () -> {
                            for (int i = 0; i < flood; i++)
                                floods.sendCommand(WRITE, (code, body) -> flooder.add(code));
                        });
        await(() -> flooder.size() == flood - CROWDED);
        assertEquals(Collections.nCopies(flood - CROWDED, ReplyCode.BUSY), flooder);

        List<CompletableFuture<ReplyCode>> others = new ArrayList<>();
        for (int i = CROWDED; i < UNDER_WAY_MAX; i++) others.add(write(connect()));
        await(() -> replica.heldBack() == UNDER_WAY_MAX);

        assertSame(ReplyCode.BUSY, get(write(connect())));
        Connection asks = connect();
        assertSame(ReplyCode.NOT_FOUND, get(send(asks, Op.GET, new byte[] {1})));
        assertSame(ReplyCode.OK, get(send(asks, Op.PING, new byte[0])));
        assertEquals(flood - CROWDED + 1, figures(asks).counter(Counter.REQUESTS_BUSY));

        replica.release();
        for (CompletableFuture<ReplyCode> other : others) assertSame(ReplyCode.OK, get(other));
        await(() -> flooder.size() == flood);
        assertEquals(CROWDED, Collections.frequency(flooder, ReplyCode.OK));
        assertSame(ReplyCode.OK, get(write(floods)), "the connection stays usable");
    }

    @Test
    void aConnectionIsReadAgainWhenItsOwnRequestsAreAnsweredAlthoughTheServerIsCrowded()
            throws Exception {
        replica.hold();
        Connection crowd = connect();
        for (int i = 0; i < CROWDED - 1; i++) write(crowd);
        await(() -> replica.heldBack() == CROWDED - 1);
        Connection one = connect();
        CompletableFuture<ReplyCode> first = write(one);
        await(() -> replica.heldBack() == CROWDED);
        // The server does not read the connection {@code one}, because the requests in flight use
        // three quarters of the bound and {@code one} has a request in flight.
        CompletableFuture<ReplyCode> second = send(one, Op.PING, new byte[0]);
        replica.releaseLast();
        assertSame(ReplyCode.OK, get(first));
        assertSame(ReplyCode.OK, get(second));
        assertEquals(CROWDED - 1, replica.heldBack(), "still crowded, by all others");
    }

    private CompletableFuture<ReplyCode> write(Connection connection) {
        CompletableFuture<ReplyCode> answered = new CompletableFuture<>();
        connection
                .loop()
                .execute(
                        () ->
                                connection.sendCommand(
                                        WRITE, (code, body) -> answered.complete(code)));
        return answered;
    }

    private static CompletableFuture<ReplyCode> send(Connection connection, Op op, byte[] body) {
        CompletableFuture<ReplyCode> answered = new CompletableFuture<>();
        connection
                .loop()
                .execute(() -> connection.send(op, body, (code, reply) -> answered.complete(code)));
        return answered;
    }

    private static MemberFigures figures(Connection connection) throws Exception {
        CompletableFuture<byte[]> answered = new CompletableFuture<>();
        connection
                .loop()
                .execute(
                        () ->
                                connection.send(
                                        Op.FIGURES,
                                        new byte[0],
                                        (code, body) ->
                                                answered.complete(ByteBufUtil.getBytes(body))));
        return MemberFigures.decode(get(answered));
    }

    private Connection connect() throws Exception {
        InetAddress here = InetAddress.getLoopbackAddress();
        return get(Connection.connect(loops.next(), new InetSocketAddress(here, port.port())));
    }

    private interface Condition {
        boolean holds();
    }

    private static void await(Condition condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.holds()) {
            assertTrue(System.nanoTime() < deadline, "not within 20 s");
            Thread.onSpinWait();
        }
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(20, TimeUnit.SECONDS);
    }
}
