package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.jgroups.blocks.Codec;
import io.abcast.jgroups.blocks.ReplicatedMap;
import io.abcast.jgroups.metrics.AbcastMetrics;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jgroups.JChannel;
import org.jgroups.protocols.SHARED_LOOPBACK;
import org.junit.jupiter.api.Test;

/** Tests that an application's registry of meters shows the figures of a member, also after a restart of the member. */
final class AbcastMetricsTest {
    @Test
    void metersFollowTheMemberThroughARestart() throws Exception {
        try (TestCluster cluster = new TestCluster("1,2,3", null)) {
            JChannel channel = cluster.channel(1, "1,2,3");
            ReplicatedMap<String, String> map =
                    ReplicatedMap.on(channel, Codec.STRING, Codec.STRING);
            MeterRegistry registry = new SimpleMeterRegistry();
            AbcastMetrics metrics = new AbcastMetrics(channel);
            metrics.bindTo(registry);
            assertThrows(IllegalStateException.class, () -> metrics.bindTo(registry));
            registry.getMeters().forEach(meter -> meter.measure().forEach(m -> m.getValue()));
            assertEquals(0, registry.get("abcast.active").gauge().value());

            cluster.start(2);
            cluster.start(3);
            for (int life = 1; life <= 2; life++) {
                channel.connect(cluster.group);
                cluster.awaitActive(map);
                map.put("a" + life, "1").get();
                long requests = registry.get("abcast.request.duration").timer().count();
                assertEquals(life, requests, "in life " + life);
                // Meters show the status that the member's node had some milliseconds ago.
                Wait.until(
                        TestCluster.LIMIT,
                        () -> registry.get("abcast.active").gauge().value() == 1,
                        () -> "not active");
                if (life == 1) channel.disconnect();
            }
            assertEquals("1", registry.get("abcast.epoch").gauge().getId().getTag("member"));
            assertEquals("ZAB", registry.get("abcast.epoch").gauge().getId().getTag("protocol"));
            channel.close();
            assertEquals(0, registry.get("abcast.active").gauge().value());
        }
    }

    @Test
    void connectionsOfBothPortsHaveMeters() throws Exception {
        int base = ShippedStack.freePorts(2);
        try (TestCluster cluster = ShippedStack.cluster("zab-cooper-tcp.xml", 1, base)) {
            cluster.start(1);
            MeterRegistry registry = new SimpleMeterRegistry();
            new AbcastMetrics(cluster.channel(1)).bindTo(registry);
            try (Socket stranger = new Socket(InetAddress.getLoopbackAddress(), base + 1)) {
                stranger.getOutputStream().write(new byte[100]);
                Wait.until(
                        TestCluster.LIMIT,
                        () -> closed(registry, "group", "refused") == 1,
                        () -> closed(registry, "group", "refused") + " refused");
            }
            for (String reason : List.of("refused", "late", "evicted", "failed"))
                assertEquals(0, closed(registry, "blocks", reason));
            assertEquals(
                    0,
                    registry.get("abcast.connections.unknown")
                            .tag("port", "blocks")
                            .gauge()
                            .value());
        }
    }

    private static double closed(MeterRegistry registry, String port, String reason) {
        return registry.get("abcast.connections.closed")
                .tag("port", port)
                .tag("reason", reason)
                .functionCounter()
                .count();
    }

    /** Micrometer silently merges two meters that have the same name and different units. */
    @Test
    void everyNameHasOneUnitOneTypeAndAHelpText() throws Exception {
        try (TestCluster cluster = new TestCluster("1", null).startAll()) {
            MeterRegistry registry = new SimpleMeterRegistry();
            new AbcastMetrics(cluster.channel(1)).bindTo(registry);
            Map<String, Meter.Id> seen = new TreeMap<>();
            for (Meter meter : registry.getMeters()) {
                Meter.Id id = meter.getId();
                // A SimpleMeterRegistry shows the buckets of a timer as gauges.
                if (id.getName().endsWith(".histogram")) continue;
                assertTrue(id.getName().startsWith("abcast."), id::toString);
                assertTrue(
                        id.getDescription() != null && !id.getDescription().isBlank(),
                        id::toString);
                Meter.Id other = seen.put(id.getName(), id);
                if (other == null) continue;
                assertEquals(other.getBaseUnit(), id.getBaseUnit(), id.getName());
                assertEquals(other.getType(), id.getType(), id.getName());
            }
            assertTrue(seen.containsKey("abcast.unanswered"), seen::toString);
            assertTrue(seen.containsKey("abcast.unanswered.requests"), seen::toString);
        }
    }

    private static MeterRegistry ofOneWrite(String element) throws Exception {
        try (JChannel channel = EpaxosCluster.channel(element, "1", 1, null)) {
            MeterRegistry registry = new SimpleMeterRegistry();
            new AbcastMetrics(channel).bindTo(registry);
            ReplicatedMap<String, String> map =
                    ReplicatedMap.on(channel, Codec.STRING, Codec.STRING);
            channel.connect(element + "-metrics");
            assertTrue(map.broadcast().awaitActive(TestCluster.LIMIT));
            map.put("a", "1").get();
            FunctionCounter delivered = registry.get("abcast.delivered").functionCounter();
            Wait.until(
                    TestCluster.LIMIT,
                    () -> delivered.count() == 1,
                    () -> "delivered " + delivered.count());
            assertEquals(element, delivered.getId().getTag("protocol"));
            assertEquals(1, registry.get("abcast.request.duration").timer().count());
            assertNull(registry.find("abcast.proposals").functionCounter());
            assertNull(registry.find("abcast.zab.mode").gauge());
            assertEquals(1, registry.get("abcast.voters.left").gauge().value());
            assertEquals(1, registry.get("abcast.role").tag("role", role(element)).gauge().value());
            return registry;
        }
    }

    private static String role(String element) {
        return element.equals("EPAXOS") ? "VOTING" : "LEADING";
    }

    @Test
    void paxosHasAllMetersExceptThoseOfZab() throws Exception {
        MeterRegistry registry = ofOneWrite("PAXOS");
        assertTrue(registry.get("abcast.epoch").gauge().value() > 0);
        assertNotNull(registry.find("abcast.admissions").functionCounter());
        assertNull(registry.find("abcast.epaxos.commits").functionCounter());
    }

    @Test
    void epaxosShowsHowItsInstancesWereCommitted() throws Exception {
        MeterRegistry registry = ofOneWrite("EPAXOS");
        assertEquals(
                1,
                registry.get("abcast.epaxos.commits")
                        .tag("path", "fast")
                        .functionCounter()
                        .count());
        assertEquals(
                0,
                registry.get("abcast.epaxos.commits")
                        .tag("path", "recovered")
                        .functionCounter()
                        .count());
        assertEquals(1, registry.get("abcast.epaxos.executed").functionCounter().count());
        for (String state : List.of("undecided", "unexecuted"))
            assertEquals(
                    0, registry.get("abcast.epaxos.instances").tag("state", state).gauge().value());
        assertNull(registry.find("abcast.admissions").functionCounter());
        assertEquals(0, registry.get("abcast.leader").gauge().value());
    }

    @Test
    void aStackWithoutAnAbcastProtocolIsRefused() throws Exception {
        try (JChannel channel = new JChannel(List.of(new SHARED_LOOPBACK()))) {
            IllegalArgumentException refused =
                    assertThrows(IllegalArgumentException.class, () -> new AbcastMetrics(channel));
            assertTrue(refused.getMessage().contains("SHARED_LOOPBACK"), refused.getMessage());
        }
    }
}
