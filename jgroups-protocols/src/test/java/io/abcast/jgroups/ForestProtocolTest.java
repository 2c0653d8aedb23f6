package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.bulk.port.PortGuard;
import io.abcast.jgroups.ForestCluster.Member;
import io.abcast.jgroups.forest.TestPlans;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.stack.Protocol;
import org.jgroups.stack.ProtocolStack;
import org.junit.jupiter.api.Test;

final class ForestProtocolTest {
    private static final int SHORT = 4096;
    private static final int LONG = 1 << 20;

    private static void sendAndCheck(int count, Consumer<FOREST> settings) throws Exception {
        try (ForestCluster cluster = new ForestCluster()) {
            cluster.start(count, settings);
            for (int round = 0; round < 50; round++)
                for (Member each : cluster.members) each.send(SHORT);
            for (Member each : cluster.members) each.send(LONG);
            cluster.awaitAll(cluster.members);
            // Protocols such as STABLE and GMS also send multicasts.
            ForestCluster.until(
                    () -> multicastsInFrames(cluster) >= 51L * count * (count - 1),
                    () -> "multicasts in frames: " + multicastsInFrames(cluster));
            for (Member each : cluster.members) {
                // Each member also receives its own multicasts.
                assertEquals(count, each.received.size());
                assertEquals(0, each.forest.getMalformed());
            }
        }
    }

    private static long multicastsInFrames(ForestCluster cluster) {
        return cluster.members.stream().mapToLong(m -> m.forest.getMulticastsReceived()).sum();
    }

    @Test
    void threeMembersDeliverAllMulticastsInTheOrderOfTheirSender() throws Exception {
        sendAndCheck(3, forest -> {});
    }

    @Test
    void fiveMembersDeliverAllMulticastsOverSeveralConnections() throws Exception {
        sendAndCheck(
                5,
                forest -> {
                    forest.connections = 3;
                    forest.uplink = "40mbit";
                    forest.frame_bytes_max = 10_000;
                });
    }

    @Test
    void theShippedStackCarriesMulticasts() throws Exception {
        int base = ShippedStack.freePorts(3);
        String old =
                System.setProperty(
                        "jgroups.tcpping.initial_hosts",
                        "127.0.0.1[%d],127.0.0.1[%d],127.0.0.1[%d]"
                                .formatted(base, base + 1, base + 2));
        try (ForestCluster cluster = new ForestCluster()) {
            for (int i = 0; i < 3; i++) {
                System.setProperty("jgroups.bind_port", "" + (base + i));
                cluster.add(
                        () -> new JChannel(Path.of("..", "config", "forest-tcp.xml").toString()));
            }
            cluster.awaitLinks();
            for (int i = 0; i < 200; i++) for (Member each : cluster.members) each.send(SHORT);
            cluster.members.get(0).send(LONG);
            cluster.awaitAll(cluster.members);
        } finally {
            System.clearProperty("jgroups.bind_port");
            if (old == null) System.clearProperty("jgroups.tcpping.initial_hosts");
            else System.setProperty("jgroups.tcpping.initial_hosts", old);
        }
    }

    @Test
    void wrongAttributesStopTheStart() throws Exception {
        assertStops(f -> f.uplink = "fast", "FOREST.uplink: expected auto, or a rate");
        assertStops(f -> f.downlink = "1kbit", "FOREST.downlink: expected auto, or a rate");
        assertStops(f -> f.frame_bytes_max = 10, "frame_bytes_max: expected 1024..1048576, got 10");
        assertStops(f -> f.inline_bytes_max = -1, "inline_bytes_max: expected 0..1048576, got -1");
        assertStops(
                f -> f.relay_queue_bytes_max = 65535,
                "relay_queue_bytes_max: expected 65536..1073741824, got 65535");
        assertStops(f -> f.connections = 17, "connections: expected 1..16, got 17");
        assertStops(f -> f.plan_lifetime = 999, "plan_lifetime: expected at least 1000, got 999");
        assertStops(f -> f.frame_port = 65536, "frame_port: expected 0..65535, got 65536");
        assertStops(f -> f.frame_addr = "0.0.0.0", "frame_addr: expected one address of this host");
    }

    private static void assertStops(Consumer<FOREST> wrong, String why) {
        FOREST forest = ForestCluster.forest();
        wrong.accept(forest);
        Exception e =
                assertThrows(
                        Exception.class,
                        () -> {
                            try (JChannel channel = ForestCluster.channel(forest)) {
                                channel.connect("forest-wrong");
                            }
                        });
        String said = e.getMessage() + (e.getCause() == null ? "" : e.getCause().getMessage());
        assertTrue(said.contains(why), said);
    }

    @Test
    void aMemberWithoutForestIsRefusedWithBothNames() throws Exception {
        try (ForestCluster cluster = new ForestCluster()) {
            cluster.start(1, forest -> {});
            JChannel first = cluster.members.get(0).channel;
            String said =
                    ForestCluster.refusal(
                            () -> ForestCluster.channel(null).name("without"), cluster.group());
            assertTrue(said.contains("'without' without it"), said);
            assertTrue(said.contains("'" + first.getAddress() + "' with it"), said);
            assertTrue(cluster.members.get(0).forest.getMembersRefused() > 0);
            assertEquals(1, first.getView().size());
        }
    }

    @Test
    void aMemberWithForestDoesNotJoinAGroupWithoutIt() throws Exception {
        String group = "forest-without";
        try (JChannel without = ForestCluster.channel(null).name("without")) {
            without.connect(group);
            String said =
                    ForestCluster.refusal(
                            () -> ForestCluster.channel(ForestCluster.forest()).name("with"),
                            group);
            assertTrue(said.contains("'with' with it and 'without' without it"), said);
        }
    }

    @Test
    void theFirstMemberPlansForAll() throws Exception {
        try (ForestCluster cluster = new ForestCluster()) {
            cluster.start(3, forest -> forest.uplink = "40mbit");
            ForestCluster.until(
                    () -> cluster.members.stream().allMatch(m -> m.forest.getPlanEpoch() > 0),
                    () -> "a member has no plan");
            assertTrue(cluster.members.get(0).forest.getPlansMade() > 0);
            for (Member other : cluster.members.subList(1, 3)) {
                assertEquals(0, other.forest.getPlansMade());
                assertEquals(
                        cluster.members.get(0).forest.getPlanEpoch(), other.forest.getPlanEpoch());
                assertEquals(0, other.forest.getPlansRefused());
            }
            cluster.members.get(0).channel.close();
            cluster.members.remove(0);
            Member next = cluster.members.get(0);
            ForestCluster.until(() -> next.forest.getPlansMade() > 0, () -> "no second planner");
        }
    }

    @Test
    void multicastsOverARelayThatStopsReachAllMembers() throws Exception {
        try (ForestCluster cluster = new ForestCluster()) {
            cluster.start(4, forest -> forest.plan_lifetime = 600_000);
            Member source = cluster.members.get(0);
            Member relay = cluster.members.get(2);
            TestPlans.relayAll(
                    source.forest.driver(),
                    cluster.members.stream().map(m -> m.channel.getAddress()).toList(),
                    relay.channel.getAddress());
            for (int i = 0; i < 200; i++) {
                if (i == 100) {
                    ForestCluster.until(
                            () -> relay.forest.getBytesRelayed() > 0, () -> "nothing relayed");
                    relay.forest.driver().close();
                }
                source.send(SHORT);
            }
            cluster.awaitAll(List.of(source));
            assertEquals(2, source.forest.getMembersLinked());
            assertTrue(source.forest.getBytesToRelays() > 0);
        }
    }

    @Test
    void aMemberMayConnectAgain() throws Exception {
        try (ForestCluster cluster = new ForestCluster()) {
            cluster.start(2, forest -> {});
            JChannel again = cluster.members.get(1).channel;
            do {
                again.disconnect();
                assertEquals(0, cluster.members.get(1).forest.getMembersLinked());
                again.connect(cluster.group());
            } while (again.getView().size() < 2);
            cluster.awaitLinks();
            for (Member each : cluster.members) each.send(SHORT);
            cluster.awaitAll(cluster.members);
        }
    }

    @Test
    void shortUrgentMulticastsGoThroughTheTransport() throws Exception {
        try (ForestCluster cluster = new ForestCluster()) {
            cluster.start(2, forest -> {});
            Member source = cluster.members.get(0);
            Member other = cluster.members.get(1);
            CompletableFuture<Integer> received = firstLength(other);
            long before = other.forest.getMulticastsReceived();
            source.channel.send(urgent(100));
            assertEquals(100, received.get(30, TimeUnit.SECONDS));
            assertEquals(before, other.forest.getMulticastsReceived());
            received = firstLength(other);
            source.channel.send(urgent(SHORT));
            assertEquals(SHORT, received.get(30, TimeUnit.SECONDS));
            ForestCluster.until(
                    () -> other.forest.getMulticastsReceived() > before, () -> "not in a frame");
        }
    }

    @Test
    void shortUrgentMulticastsAreOneUnicastPerMember() throws Exception {
        try (ForestCluster cluster = new ForestCluster()) {
            cluster.start(3, forest -> {});
            Member source = cluster.members.get(0);
            Below below = new Below();
            source.channel
                    .getProtocolStack()
                    .insertProtocol(below, ProtocolStack.Position.BELOW, FOREST.class);
            List<CompletableFuture<Integer>> received =
                    cluster.members.subList(1, 3).stream()
                            .map(ForestProtocolTest::firstLength)
                            .toList();
            source.channel.send(urgent(100));
            for (CompletableFuture<Integer> each : received)
                assertEquals(100, each.get(30, TimeUnit.SECONDS));
            assertEquals(0, below.multicasts.get());
        }
    }

    public static final class Below extends Protocol {
        final AtomicInteger multicasts = new AtomicInteger();

        @Override
        public Object down(Message message) {
            if (message.dest() == null) multicasts.incrementAndGet();
            return down_prot.down(message);
        }
    }

    private static Message urgent(int bytes) {
        return new BytesMessage(null, new byte[bytes])
                .setFlag(Message.Flag.OOB, Message.Flag.NO_RELIABILITY);
    }

    private static CompletableFuture<Integer> firstLength(Member member) {
        CompletableFuture<Integer> received = new CompletableFuture<>();
        member.channel.setReceiver(
                new Receiver() {
                    @Override
                    public void receive(Message message) {
                        received.complete(message.getLength());
                    }
                });
        return received;
    }

    /** With the flag NO_RELIABILITY, NAKACK2 does not send a lost copy of the multicast again. */
    @Test
    void aMemberWithoutFrameConnectionsGetsMulticastsThroughTheTransport() throws Exception {
        try (ForestCluster cluster = new ForestCluster()) {
            cluster.start(3, forest -> {});
            Member source = cluster.members.get(0);
            Member lonely = cluster.members.get(2);
            lonely.forest.driver().close();
            ForestCluster.until(() -> source.forest.getMembersLinked() == 1, () -> "still linked");
            CompletableFuture<Integer> received = firstLength(lonely);
            source.channel.send(
                    new BytesMessage(null, new byte[SHORT]).setFlag(Message.Flag.NO_RELIABILITY));
            assertEquals(SHORT, received.get(30, TimeUnit.SECONDS));
        }
    }

    @Test
    void silentAndStrangeConnectionsAreBoundedAndDisturbNobody() throws Exception {
        List<Socket> silent = new ArrayList<>();
        try (ForestCluster cluster = new ForestCluster()) {
            cluster.start(2, forest -> {});
            Member member = cluster.members.get(0);
            InetSocketAddress port = member.forest.driver().address();
            for (int i = 0; i < 150; i++) silent.add(new Socket(port.getAddress(), port.getPort()));
            int evicted = 150 - PortGuard.UNKNOWN_MAX;
            ForestCluster.until(
                    () -> member.forest.getConnectionsEvicted() >= evicted, () -> "evicted");
            assertTrue(member.forest.getConnectionsUnknown() <= PortGuard.UNKNOWN_MAX);
            byte[] garbage = new byte[1000];
            new SplittableRandom(1).nextBytes(garbage);
            for (int i = 0; i < 20; i++)
                try (Socket socket = new Socket(port.getAddress(), port.getPort())) {
                    socket.setSoTimeout(30_000);
                    socket.getOutputStream().write(garbage);
                    assertTrue(isClosedByPeer(socket));
                }
            ForestCluster.until(
                    () -> member.forest.getConnectionsRefused() == 20,
                    () -> "refused: " + member.forest.getConnectionsRefused());
            for (Member each : cluster.members) each.send(SHORT);
            cluster.awaitAll(cluster.members);
            assertEquals(1, member.forest.getMembersLinked());
        } finally {
            for (Socket each : silent) each.close();
        }
    }

    private static boolean isClosedByPeer(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketException e) {
            // A read that fails with a reset shows that the peer has closed the socket before the
            // peer read all bytes.
            return true;
        }
    }

    @Test
    void aMemberThatJoinsLateOrLeavesDisturbsNobody() throws Exception {
        try (ForestCluster cluster = new ForestCluster()) {
            cluster.start(2, forest -> {});
            for (Member each : cluster.members) each.send(SHORT);
            cluster.awaitAll(cluster.members);
            Member left = cluster.members.remove(1);
            left.channel.close();
            Member stays = cluster.members.get(0);
            ForestCluster.until(() -> stays.forest.getMembersLinked() == 0, () -> "still linked");
            cluster.start(2, forest -> {});
            List<Member> fresh = cluster.members.subList(1, 3);
            for (int i = 0; i < 20; i++) for (Member each : fresh) each.send(SHORT);
            cluster.awaitAll(fresh);
        }
    }
}
