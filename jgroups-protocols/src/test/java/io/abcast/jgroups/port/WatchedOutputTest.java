package io.abcast.jgroups.port;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class WatchedOutputTest {
    private static final long LIMIT_NANOS = 50_000_000;

    /** The peer in this test never reads, like a host that has lost its power. */
    @Test
    void aWriteToAPeerThatTakesNoBytesEnds() throws Exception {
        CountDownLatch late = new CountDownLatch(1);
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
            OutputStream out =
                    new WatchedOutput(
                            socket.getOutputStream(), socket, LIMIT_NANOS, late::countDown);
            assertThrows(
                    IOException.class,
                    () -> {
                        while (true) out.write(new byte[64 << 10]);
                    });
            assertTrue(late.await(30, TimeUnit.SECONDS));
            assertTrue(socket.isClosed());
        }
    }

    @Test
    void eachWriteIsWatched() throws Exception {
        AtomicInteger closed = new AtomicInteger();
        CountDownLatch late = new CountDownLatch(1);
        OutputStream blocking =
                new OutputStream() {
                    private int writes;

                    @Override
                    public void write(int b) throws IOException {
                        if (++writes < 3) return;
                        try {
                            assertTrue(late.await(30, TimeUnit.SECONDS));
                        } catch (InterruptedException e) {
                            throw new IOException(e);
                        }
                    }
                };
        try (OutputStream out =
                new WatchedOutput(
                        blocking, closed::incrementAndGet, LIMIT_NANOS, late::countDown)) {
            out.write(1);
            Thread.sleep(3 * LIMIT_NANOS / 1_000_000);
            out.write(2);
            assertEquals(0, closed.get());
            out.write(3);
        }
        assertEquals(1, closed.get());
    }

    @Test
    void bytesPassUnchanged() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new WatchedOutput(bytes, bytes, LIMIT_NANOS, () -> {})) {
            out.write(7);
            out.write(new byte[] {1, 2, 3, 4}, 1, 2);
            out.flush();
        }
        assertArrayEquals(new byte[] {7, 2, 3}, bytes.toByteArray());
    }
}
