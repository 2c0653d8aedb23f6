package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.jgroups.Event;
import org.jgroups.JChannel;
import org.jgroups.protocols.TCP;
import org.jgroups.stack.IpAddress;
import org.junit.jupiter.api.Test;

/**
 * Connections to the group port on which nobody says anything. JGroups accepts one connection at a time and waits for its
 * first bytes: for so long a member that has restarted stands in the queue behind them.
 */
final class IdleConnectionsTest {
    private static final int IDLE = 20;

    /** Half of what they take with JGroups' default of 1 s each, twice and a half of what they take with ours. */
    private static final long MOST_MILLIS = 10_000;

    @Test
    void theyAreDoneWithSoon() throws Exception {
        List<Socket> idle = new ArrayList<>();
        try (TestCluster cluster =
                new TestCluster("../config/zab-tcp.xml", "1", (id, channel) -> settle(channel))) {
            cluster.startAll();
            JChannel channel = cluster.channel(1);
            Event question = new Event(Event.GET_PHYSICAL_ADDRESS, channel.getAddress());
            IpAddress port = (IpAddress) channel.down(question);
            long start = System.nanoTime();
            for (int i = 0; i < IDLE; i++) {
                Socket socket = new Socket();
                idle.add(socket);
                socket.connect(new InetSocketAddress(port.getIpAddress(), port.getPort()), 10_000);
                socket.setSoTimeout((int) MOST_MILLIS * 3);
            }
            for (Socket socket : idle) assertEquals(-1, socket.getInputStream().read());
            long millis = (System.nanoTime() - start) / 1_000_000;
            assertTrue(millis < MOST_MILLIS, IDLE + " took " + millis + " ms");
        } finally {
            for (Socket socket : idle) socket.close();
        }
    }

    private static void settle(JChannel channel) {
        TCP transport = (TCP) channel.getProtocolStack().getTransport();
        transport.setBindAddress(InetAddress.getLoopbackAddress());
        transport.setBindPort(38_100);
        transport.setPortRange(200);
        transport.getDiagnosticsHandler().setEnabled(false);
    }
}
