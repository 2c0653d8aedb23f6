package io.abcast.benchmark.limits;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * Measures round trips between two blocking threads over TCP on the loopback interface, with the same number of bytes
 * in both directions.
 */
final class LoopbackFloor {
    private LoopbackFloor() {}

    static LatencySummary measure(int bytes, double seconds) throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (ServerSocket listener = new ServerSocket(0, 1, loopback);
                Socket near = new Socket(loopback, listener.getLocalPort());
                Socket far = listener.accept()) {
            near.setTcpNoDelay(true);
            far.setTcpNoDelay(true);
            Thread echo = new Thread(() -> echo(far, bytes), "echo");
            echo.setDaemon(true);
            echo.start();
            DataInputStream in = new DataInputStream(near.getInputStream());
            OutputStream out = near.getOutputStream();
            byte[] message = new byte[bytes];
            return Stopwatch.measure(
                    seconds,
                    () -> {
                        out.write(message);
                        in.readFully(message);
                    });
        }
    }

    private static void echo(Socket socket, int bytes) {
        byte[] message = new byte[bytes];
        try {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            while (true) {
                in.readFully(message);
                out.write(message);
            }
        } catch (IOException e) {
            // The client has closed the connection, which ends the measurement.
        }
    }
}
