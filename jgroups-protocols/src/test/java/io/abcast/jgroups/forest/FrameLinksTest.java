package io.abcast.jgroups.forest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.bulk.port.LineLimit;
import io.abcast.bulk.port.SelectorLoop;
import io.abcast.jgroups.Wait;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jgroups.Address;
import org.jgroups.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the TCP connections for frames of FOREST (frame connections) between two members, with real sockets. */
final class FrameLinksTest {
    private static final Address A = new UUID(0, 1);
    private static final Address B = new UUID(0, 2);
    private static final int CONNECTIONS = 3;

    private final List<Throwable> defects = new ArrayList<>();
    private final List<End> ends = new ArrayList<>();

    private final class End {
        final ForestRoster roster;
        final SelectorLoop loop;
        final FrameLinks links;
        final ConcurrentLinkedQueue<byte[]> received = new ConcurrentLinkedQueue<>();
        final AtomicInteger transmitted = new AtomicInteger();
        final AtomicInteger changes = new AtomicInteger();

        End(Address self) throws IOException {
            roster = new ForestRoster(self);
            roster.onView(List.of(A, B));
            loop = new SelectorLoop("end " + self, defects::add);
            links =
                    new FrameLinks(
                            roster,
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                            CONNECTIONS,
                            loop,
                            changes::incrementAndGet,
                            (frame, from) -> received.add(frame),
                            to -> transmitted.incrementAndGet(),
                            new LineLimit(line -> {}, System::nanoTime));
            loop.afterEach(links::flush);
            loop.start();
            ends.add(this);
        }

        <T> T on(Callable<T> task) throws Exception {
            CompletableFuture<T> result = new CompletableFuture<>();
            loop.execute(
                    () -> {
                        try {
                            result.complete(task.call());
                        } catch (Exception e) {
                            result.completeExceptionally(e);
                        }
                    });
            return result.get(30, TimeUnit.SECONDS);
        }

        void meets(End other, Address name) throws Exception {
            int number = other.roster.number(roster.address(ForestRoster.SELF));
            FrameToken token = other.on(() -> other.links.token(number));
            InetSocketAddress address = other.links.address();
            on(
                    () -> {
                        links.onAddress(roster.number(name), address, token);
                        return null;
                    });
        }

        boolean isLinked(Address other) throws Exception {
            return on(() -> links.isLinked(roster.number(other)));
        }
    }

    private static void until(Callable<Boolean> condition) throws Exception {
        Wait.until(Duration.ofSeconds(30), condition, () -> "condition");
    }

    @AfterEach
    void close() throws Exception {
        for (End end : ends) {
            end.on(
                    () -> {
                        end.links.close();
                        return null;
                    });
            end.loop.close();
        }
        assertEquals(List.of(), defects);
    }

    private void link(End a, End b) throws Exception {
        a.meets(b, B);
        assertFalse(a.isLinked(B));
        b.meets(a, A);
        until(() -> a.isLinked(B) && b.isLinked(A));
    }

    @Test
    void framesArriveOverAllConnectionsAndAreReportedAsTransmitted() throws Exception {
        End a = new End(A);
        End b = new End(B);
        link(a, b);
        for (int i = 1; i <= 10; i++) {
            byte[] frame = new byte[100_000 * i];
            frame[0] = (byte) i;
            a.on(() -> a.links.write(a.roster.number(B), ByteBuffer.wrap(frame), frame.length));
        }
        until(() -> b.received.size() == 10);
        // The hellos on frame connections do not count as frames.
        until(() -> a.transmitted.get() == 10);
        int sum = b.received.stream().mapToInt(each -> each[0]).sum();
        assertEquals(55, sum);
    }

    @Test
    void aBrokenConnectionEndsTheLinkUntilItIsMadeAgain() throws Exception {
        End a = new End(A);
        End b = new End(B);
        link(a, b);
        int before = b.changes.get();
        a.on(
                () -> {
                    a.links.remove(a.roster.number(B));
                    return null;
                });
        until(() -> !b.isLinked(A) && b.changes.get() > before);
        a.meets(b, B);
        // Member B knows the old token of member A, and now learns A's new token.
        b.meets(a, A);
        until(() -> a.isLinked(B) && b.isLinked(A));
        byte[] frame = {1, 2, 3};
        a.on(() -> a.links.write(a.roster.number(B), ByteBuffer.wrap(frame), frame.length));
        until(() -> b.received.size() == 1);
        assertArrayEquals(frame, b.received.peek());
    }

    @Test
    void aPeerWithoutTheTokenOfAMemberIsRefused() throws Exception {
        End a = new End(A);
        End b = new End(B);
        link(a, b);
        FrameToken forged = FrameToken.random();
        byte[] name = b.roster.name(ForestRoster.SELF);
        byte[] hello = new ConnectionHello(0, CONNECTIONS, forged, name).encode();
        InetSocketAddress port = a.links.address();
        try (Socket socket = new Socket(port.getAddress(), port.getPort())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream()
                    .write(
                            ByteBuffer.allocate(FrameIncoming.HEAD_BYTES + hello.length)
                                    .putInt(hello.length)
                                    .put(hello)
                                    .array());
            assertEquals(-1, socket.getInputStream().read());
        }
        until(() -> a.links.figures().refused() == 1);
        assertTrue(a.isLinked(B));
    }
}
