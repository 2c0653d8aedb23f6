package io.abcast.client.admin;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests status requests to a server that closes the connection as soon as it has received the request. */
final class StatusAskerTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int HELLO_BYTES = 8;

    /** Repeats the request, because the connection may be established before or after the asking thread continues. */
    @Test
    void asksOverConnectionsThatAreEstablishedAtOnce() throws Exception {
        try (ServerSocket port = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                StatusAsker asker = new StatusAsker(null, "")) {
            Thread server = new Thread(() -> hangUp(port), "hangs up");
            server.setDaemon(true);
            server.start();
            InetSocketAddress address =
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), port.getLocalPort());
            for (int i = 0; i < 1_000; i++) {
                String error = asker.look(List.of(address), PATIENCE).servers().get(0).error();
                assertFalse(error.isEmpty(), "look " + i);
                assertFalse(error.startsWith("no answer"), "look " + i + ": " + error);
            }
        }
    }

    private static void hangUp(ServerSocket port) {
        try {
            while (true) {
                try (Socket socket = port.accept()) {
                    InputStream in = socket.getInputStream();
                    in.skipNBytes(HELLO_BYTES + 1);
                }
            }
        } catch (IOException e) {
            // The socket is closed, because the test has ended.
        }
    }
}
