package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.bulk.port.PortFigures;
import io.abcast.bulk.port.PortGuard;
import io.abcast.jgroups.port.GroupPort;
import io.abcast.jgroups.port.Handshake;
import io.abcast.jgroups.port.PortSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jgroups.JChannel;
import org.jgroups.blocks.cs.Connection;
import org.jgroups.protocols.FD_ALL3;
import org.jgroups.protocols.TCP;
import org.jgroups.protocols.UDP;
import org.jgroups.util.DefaultThreadFactory;
import org.jgroups.util.ThreadFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a silent peer, at either end of a connection, blocks no member. */
final class GuardedPortTest {
    private static final int FOR_EVER_MILLIS = 600_000;

    private final List<Socket> strangers = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        for (Socket stranger : strangers) stranger.close();
    }

    private Socket connect(int port) throws IOException {
        Socket socket = new Socket();
        strangers.add(socket);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 10_000);
        return socket;
    }

    private static TCP tcp(JChannel channel) {
        return (TCP) channel.getProtocolStack().getTransport();
    }

    @ParameterizedTest
    @ValueSource(strings = {"zab-tcp.xml", "zab-tls.xml"})
    void silentConnectionsKeepNoMemberOut(String file) throws Exception {
        int base = ShippedStack.freePorts(4);
        try (TestCluster cluster = ShippedStack.cluster(file, 3, base)) {
            for (int id = 1; id <= 3; id++) {
                // The handshake timeouts of members 1 and 2 are so long that silent connections do
                // not end during the test.
                if (id < 3) startWith(cluster, id, FOR_EVER_MILLIS);
            }
            for (int id = 1; id <= 2; id++)
                for (int i = 0; i < PortGuard.UNKNOWN_MAX / 2; i++) connect(base + id);
            for (int id = 1; id <= 2; id++) awaitUnknown(cluster, id, PortGuard.UNKNOWN_MAX / 2);
            cluster.start(3);
            cluster.awaitActive();
            for (int i = 0; i < 30; i++) cluster.put(1 + i % 3, "k" + i, "v" + i);
            for (int id = 1; id <= 2; id++) {
                ZabProtocol zab = TestCluster.zab(cluster.channel(id));
                assertEquals(0, zab.getConnectionsEvicted());
                assertEquals(0, zab.getConnectionsLate());
                assertTrue(zab.getConnectionsUnknown() >= PortGuard.UNKNOWN_MAX / 2);
            }
        }
    }

    @Test
    void ofTooManySilentConnectionsTheOldestIsClosed() throws Exception {
        int base = ShippedStack.freePorts(4);
        int extra = 20;
        try (TestCluster cluster = ShippedStack.cluster("zab-tcp.xml", 3, base)) {
            startWith(cluster, 1, FOR_EVER_MILLIS);
            for (int i = 0; i < PortGuard.UNKNOWN_MAX; i++) connect(base + 1);
            awaitUnknown(cluster, 1, PortGuard.UNKNOWN_MAX);
            for (int i = 0; i < extra; i++) connect(base + 1);
            for (int i = 0; i < extra; i++) assertEnds(strangers.get(i));
            ZabProtocol zab = TestCluster.zab(cluster.channel(1));
            assertEquals(extra, zab.getConnectionsEvicted());
            assertEquals(PortGuard.UNKNOWN_MAX, zab.getConnectionsUnknown());
            cluster.start(2);
            cluster.start(3);
            cluster.awaitActive();
            cluster.put(3, "a", "1");
            assertTrue(zab.getConnectionsEvicted() > extra);
        }
    }

    @Test
    void aSilentConnectionIsClosedInTimeAndCounted() throws Exception {
        int base = ShippedStack.freePorts(2);
        try (TestCluster cluster = ShippedStack.cluster("zab-tcp.xml", 1, base)) {
            startWith(cluster, 1, 200);
            for (int i = 0; i < 5; i++) assertEnds(connect(base + 1));
            ZabProtocol zab = TestCluster.zab(cluster.channel(1));
            Wait.until(
                    TestCluster.LIMIT,
                    () -> zab.getConnectionsLate() == 5,
                    () -> zab.getConnectionsLate() + " of 5");
            assertEquals(0, zab.getConnectionsRefused());
            assertEquals(0, zab.getConnectionsUnknown());
        }
    }

    @Test
    void aPeerThatHangsInItsHandshakeBlocksNoMember() throws Exception {
        int base = ShippedStack.freePorts(4);
        try (TestCluster cluster = ShippedStack.cluster("zab-tls.xml", 3, base)) {
            for (int id = 1; id <= 3; id++) startWith(cluster, id, FOR_EVER_MILLIS);
            cluster.awaitActive();
            leave(cluster, 3);
            try (ServerSocket hung = hung(base + 3)) {
                long elections = cluster.status(1).elections();
                for (int id = 1; id <= 2; id++) strangers.add(hung.accept());
                for (int i = 0; i < 30; i++) cluster.put(1 + i % 2, "k" + i, "v" + i);
                cluster.awaitSame();
                assertEquals(elections, cluster.status(1).elections());
                for (int id = 1; id <= 2; id++)
                    assertEquals(2, cluster.channel(id).getView().size());
            }
        }
    }

    @Test
    void aMemberThatHangsInItsHandshakeDoesNotDelayTheHeartbeatsOfOthers() throws Exception {
        int base = ShippedStack.freePorts(14);
        List<Wiretap> taps = ShippedStack.taps(base);
        try (TestCluster cluster = ShippedStack.tapped("zab-tls.xml", base)) {
            for (int id = 1; id <= 3; id++)
                cluster.start(
                        id,
                        channel -> {
                            tcp(channel).setPeerAddrReadTimeout(FOR_EVER_MILLIS);
                            // Without suspect events, the member that hangs stays in the view, so
                            // the others still send heartbeats to it.
                            tcp(channel).enableSuspectEvents(false);
                        });
            cluster.awaitActive();
            Wiretap tap = taps.get(2);
            tap.hang();
            cluster.kill(3);
            for (int id = 1; id <= 2; id++) {
                JChannel channel = cluster.channel(id);
                Wait.until(
                        TestCluster.LIMIT, () -> channel.getView().size() == 2, cluster::toString);
            }
            assertTrue(tap.hung() > 0, "no attempt was made");
            cluster.put(1, "a", "1");
            cluster.put(2, "a", "2");
            String views = views(cluster);
            long elections = cluster.status(1).elections() + cluster.status(2).elections();
            FD_ALL3[] detectors = new FD_ALL3[2];
            long[] heard = new long[2];
            for (int i = 0; i < 2; i++) {
                detectors[i] =
                        cluster.channel(1 + i).getProtocolStack().findProtocol(FD_ALL3.class);
                heard[i] = detectors[i].getHeartbeatsReceived();
            }
            for (int i = 0; i < 2; i++) {
                FD_ALL3 detector = detectors[i];
                long before = heard[i];
                Wait.until(
                        TestCluster.LIMIT,
                        () -> detector.getHeartbeatsReceived() >= before + 8,
                        () -> detector.getHeartbeatsReceived() - before + " heartbeats");
            }
            assertEquals(views, views(cluster));
            assertEquals(elections, cluster.status(1).elections() + cluster.status(2).elections());
        } finally {
            for (Wiretap tap : taps) tap.close();
        }
    }

    private static String views(TestCluster cluster) {
        return cluster.channel(1).getView() + " " + cluster.channel(2).getView();
    }

    @Test
    void aHangingAttemptIsGivenUpAndTheMemberJoinsWhenItAnswers() throws Exception {
        int base = ShippedStack.freePorts(4);
        try (TestCluster cluster = ShippedStack.cluster("zab-tls.xml", 3, base)) {
            for (int id = 1; id <= 3; id++) startWith(cluster, id, 1_000);
            cluster.awaitActive();
            leave(cluster, 3);
            ZabProtocol zab = TestCluster.zab(cluster.channel(1));
            try (ServerSocket hung = hung(base + 3)) {
                long before = zab.getConnectionsLate();
                Wait.until(
                        TestCluster.LIMIT,
                        () -> zab.getConnectionsLate() >= before + 2,
                        () -> zab.getConnectionsLate() + " late on " + hung);
            }
            cluster.start(3);
            cluster.awaitActive();
            cluster.put(3, "a", "1");
        }
    }

    @Test
    void aThreadThatCannotBeStartedClosesOnlyItsConnection() throws Exception {
        int failures = 3;
        AtomicInteger threads = new AtomicInteger();
        TCP tcp =
                new TCP() {
                    @Override
                    public ThreadFactory getThreadFactory() {
                        return failing(threads, failures);
                    }
                };
        tcp.setPeerAddrReadTimeout(FOR_EVER_MILLIS);
        PortFigures figures = new PortFigures();
        try (GroupPort port = new GroupPort(new PortSettings(tcp, Handshake.NONE, figures))) {
            port.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
            for (int i = 0; i < failures; i++) assertEnds(connect(port.getLocalPort()));
            byte[] hello = Arrays.copyOf(Connection.cookie, Connection.cookie.length + 4);
            connect(port.getLocalPort()).getOutputStream().write(hello);
            port.accept().close();
            assertEquals(failures, figures.failed());
            assertEquals(0, figures.unknown());
        }
    }

    private static ThreadFactory failing(AtomicInteger threads, int failures) {
        return new DefaultThreadFactory("test", true) {
            @Override
            public Thread newThread(Runnable task, String name) {
                int number = threads.getAndIncrement();
                if (number > 0 && number <= failures)
                    throw new OutOfMemoryError("unable to create native thread");
                return super.newThread(task, name);
            }
        };
    }

    private static ServerSocket hung(int port) throws IOException {
        ServerSocket hung = new ServerSocket();
        hung.setReuseAddress(true);
        hung.setSoTimeout(30_000);
        hung.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return hung;
    }

    @Test
    void theHookRefusesOtherTransportsThanTcp() {
        IllegalArgumentException e =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> new GuardedPort().afterCreation(new UDP()));
        assertEquals(
                "UDP.after_creation_hook: expected TCP to be guarded, got org.jgroups.protocols.UDP",
                e.getMessage());
    }

    private static void startWith(TestCluster cluster, int id, int handshakeMillis)
            throws Exception {
        cluster.start(id, channel -> tcp(channel).setPeerAddrReadTimeout(handshakeMillis));
    }

    private static void leave(TestCluster cluster, int id) throws Exception {
        cluster.stop(id);
        Wait.until(
                TestCluster.LIMIT,
                () -> cluster.leader() != id && cluster.status(cluster.leader()).leader() != id,
                cluster::toString);
        cluster.put(1, "left", "v");
        cluster.put(2, "left", "v");
    }

    private static void awaitUnknown(TestCluster cluster, int id, int count) throws Exception {
        ZabProtocol zab = TestCluster.zab(cluster.channel(id));
        Wait.until(
                TestCluster.LIMIT,
                () -> zab.getConnectionsUnknown() >= count,
                () -> zab.getConnectionsUnknown() + " of " + count);
    }

    private static void assertEnds(Socket socket) throws IOException {
        socket.setSoTimeout(60_000);
        assertEquals(-1, socket.getInputStream().read());
    }
}
