package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.jgroups.JChannel;
import org.jgroups.jmx.JmxConfigurator;
import org.jgroups.stack.DiagnosticsHandler;
import org.junit.jupiter.api.Test;

/** Tests that JMX and JGroups' probe show the attributes and figures of a member. */
final class ProbeTest {
    private static final List<String> SOME =
            List.of(
                    "members",
                    "server_id",
                    "durability",
                    "payload_bytes_max",
                    "request_timeout",
                    "role",
                    "leader",
                    "active",
                    "committed_zxid",
                    "delivered",
                    "elections",
                    "followers",
                    "protocol",
                    "zab_mode",
                    "switches",
                    "coin_p",
                    "lambda",
                    "delay",
                    "addresses",
                    "unanswered",
                    "loop_batches",
                    "frames_received",
                    "frames_malformed",
                    "storage_entries",
                    "storage_syncs");

    @Test
    void jmxShowsSettingsAndFigures() throws Exception {
        try (TestCluster cluster = new TestCluster("1,2,3", null).startAll()) {
            for (int i = 0; i < 50; i++) cluster.put(1, "k" + i, "v");
            int leader = cluster.leader();
            JChannel channel = cluster.channel(leader);
            MBeanServer server = ManagementFactory.getPlatformMBeanServer();
            JmxConfigurator.registerChannel(
                    channel, server, "abcast-test", channel.getClusterName(), true);
            ObjectName zab =
                    server.queryNames(
                                    new ObjectName("abcast-test:type=protocol,protocol=ZAB,*"),
                                    null)
                            .iterator()
                            .next();
            Set<String> names =
                    Arrays.stream(server.getMBeanInfo(zab).getAttributes())
                            .map(MBeanAttributeInfo::getName)
                            .collect(Collectors.toSet());
            assertTrue(names.containsAll(SOME), () -> "expected " + SOME + ", got " + names);
            for (String name : names) server.getAttribute(zab, name);
            assertEquals("LEADING", server.getAttribute(zab, "role"));
            assertEquals(leader, server.getAttribute(zab, "leader"));
            assertEquals(leader, server.getAttribute(zab, "server_id"));
            Wait.until(
                    TestCluster.LIMIT,
                    () -> (long) server.getAttribute(zab, "delivered") == 50,
                    () -> cluster.toString());
            String addresses = (String) server.getAttribute(zab, "addresses");
            assertTrue(
                    addresses.startsWith("1=" + cluster.group + "/1 2=" + cluster.group + "/2"),
                    addresses);
            channel.disconnect();
            assertEquals("STOPPED", server.getAttribute(zab, "role"));
            assertEquals(false, server.getAttribute(zab, "active"));
            JmxConfigurator.unregisterChannel(channel, server, "abcast-test", cluster.group);
        }
    }

    @Test
    void probeShowsSettingsAndFigures() throws Exception {
        int port = ShippedStack.freePorts(1);
        BiConsumer<Integer, JChannel> probing =
                (id, channel) -> {
                    DiagnosticsHandler handler =
                            channel.getProtocolStack().getTransport().getDiagnosticsHandler();
                    handler.setEnabled(true).enableUdp(false).enableTcp(true);
                    handler.setBindAddress(InetAddress.getLoopbackAddress())
                            .setPort(port)
                            .setPortRange(0);
                };
        try (TestCluster cluster = new TestCluster("1", probing)) {
            cluster.startAll();
            cluster.put(1, "a", "1");
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                socket.getOutputStream().write("jmx=ZAB".getBytes(StandardCharsets.UTF_8));
                socket.shutdownOutput();
                String answer =
                        new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                for (String name : SOME)
                    assertTrue(answer.contains(name + "="), () -> name + " is not in " + answer);
                assertTrue(answer.contains("role=LEADING"), answer);
            }
        }
    }
}
