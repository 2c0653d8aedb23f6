package io.abcast.command.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class TcpConnectionsTest {
    @Test
    void countsEstablishedConnectionsOfThisProcess() {
        List<String> lines =
                List.of(
                        "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode",
                        "   0: 0100007F:9C40 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 111 1 0",
                        "   1: 0100007F:9C40 0100007F:D2F0 01 00000000:00000000 00:00000000 00000000     0        0 222 1 0",
                        "   2: 0100007F:D2F0 0100007F:9C40 01 00000000:00000000 00:00000000 00000000     0        0 333 1 0");
        assertEquals(1, TcpConnections.established(lines, Set.of("111", "222")));
        assertEquals(2, TcpConnections.established(lines, Set.of("222", "333")));
        assertEquals(0, TcpConnections.established(lines, Set.of()));
    }

    @Test
    void findsBothEndsOfAConnectionWithinThisProcess() throws IOException {
        int before = TcpConnections.established();
        boolean told = Files.isReadable(Path.of("/proc/self/net/tcp"));
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket there = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket here = server.accept()) {
            assertEquals(there.getLocalPort(), here.getPort());
            int now = TcpConnections.established();
            assertEquals(told ? before + 2 : TcpConnections.UNKNOWN, now);
        }
    }
}
