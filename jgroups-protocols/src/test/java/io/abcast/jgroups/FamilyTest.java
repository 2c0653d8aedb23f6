package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.jgroups.blocks.Codec;
import io.abcast.jgroups.blocks.ReplicatedMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jgroups.JChannel;
import org.jgroups.conf.ProtocolConfiguration;
import org.jgroups.stack.Configurator;
import org.jgroups.util.Util;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the protocols of the Zab family below a replicated map, also in one ensemble with different protocols. */
final class FamilyTest {
    private static TestCluster cluster(List<String> protocols, String members) {
        return new TestCluster(
                "test-stack.xml",
                id -> protocols.get((id - 1) % protocols.size()),
                members,
                (id, channel) -> {});
    }

    private static ZabProtocol zab(TestCluster cluster, int id) {
        return TestCluster.zab(cluster.channel(id));
    }

    @ParameterizedTest
    @MethodSource("io.abcast.zab.variants.Variants#names")
    void theMapReplicatesAboveEachElementAndReportsTheProtocol(String protocol) throws Exception {
        try (TestCluster cluster = cluster(List.of(protocol), "1,2,3").startAll()) {
            for (int i = 0; i < 60; i++) cluster.put(1 + i % 3, "k" + i, "v" + i);
            cluster.awaitSame();
            cluster.map(2).broadcast().linearize().get(10, TimeUnit.SECONDS);
            assertEquals(60, cluster.map(2).size());
            for (int id = 1; id <= 3; id++) {
                assertEquals(protocol, zab(cluster, id).getName());
                assertEquals(protocol, zab(cluster, id).getProtocol());
            }
        }
    }

    @Test
    void theLeadersProtocolHoldsForItsEpochAndAllMembersReportIt() throws Exception {
        List<String> protocols = List.of("ZAB_CT", "ZAB_AA", "ZAB_AUTO", "ZAB", "ZAB_CT");
        try (TestCluster cluster = cluster(protocols, "1,2,3,4,5").startAll()) {
            Set<Integer> gone = new HashSet<>();
            for (int round = 0; round < 3; round++) {
                int leader = cluster.leader();
                String runs = protocols.get(leader - 1);
                for (int id = 1; id <= 5; id++) {
                    if (gone.contains(id)) continue;
                    int member = id;
                    cluster.put(id, "round " + round, "by " + id);
                    Wait.until(
                            TestCluster.LIMIT,
                            () -> zab(cluster, member).getProtocol().equals(runs),
                            () -> member + " reports " + zab(cluster, member).getProtocol());
                }
                if (round == 2) break;
                cluster.kill(leader);
                gone.add(leader);
                Wait.until(TestCluster.LIMIT, () -> cluster.leader() != leader, cluster::toString);
                cluster.awaitActive();
            }
            cluster.awaitSame();
        }
    }

    @Test
    void zabAcWithoutThreeMembersIsRefused() throws Exception {
        for (String members : List.of("1", "1,2,3,4,5"))
            try (TestCluster cluster = cluster(List.of("ZAB_AC"), members);
                    JChannel channel = cluster.channel(1, members)) {
                ReplicatedMap.on(channel, Codec.STRING, Codec.STRING);
                Exception e = assertThrows(Exception.class, () -> channel.connect(cluster.group));
                assertFalse(channel.isConnected());
                assertTrue(e.getMessage().startsWith("ZAB_AC: expected 3 members"), e::getMessage);
            }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    choice              | often | ZAB_CT.choice: expected u, a, aa, dynamic, a probability in (0, 1] or heads as 2:3, got often
                    choice              | 1.5   | ZAB_CT.choice: expected u, a, aa, dynamic, a probability in (0, 1] or heads as 2:3, got 1.5
                    choice              | 3:2   | ZAB_CT.choice: expected u, a, aa, dynamic, a probability in (0, 1] or heads as 2:3, got 3:2
                    theta               | -1    | ZAB_CT.theta: expected 0 or more acks per second, got -1.0
                    toss_again_interval | 0     | ZAB_CT.toss_again_interval: expected milliseconds above 0, got 0.0
                    stall_timeout       | 0ms   | ZAB_CT.stall_timeout: expected milliseconds above 0, got 0.0
                    window              | 0     | ZAB_CT.window: expected milliseconds above 0, got 0.0
                    delta               | 1     | ZAB_CT.delta: expected at least 1.0E-9 and below 1, got 1.0
                    """)
    void wrongCoinSettingsStopTheStart(String attribute, String value, String expected)
            throws Exception {
        try (TestCluster cluster = cluster(List.of("ZAB_CT"), "1,2,3");
                JChannel channel = cluster.channel(1, "1,2,3")) {
            set(TestCluster.zab(channel), attribute, value);
            ReplicatedMap.on(channel, Codec.STRING, Codec.STRING);
            Exception e = assertThrows(Exception.class, () -> channel.connect(cluster.group));
            assertEquals(expected, e.getMessage());
        }
    }

    @ParameterizedTest
    @CsvSource({"5,5", "0.5,0.5", "0.5ms,0.5", "5ms,5", "500us,0.5", "1s,1000", " 2ms ,2"})
    void theCoinsTimesMayBeShorterThanAMillisecond(String text, double millis) throws Exception {
        ZabProtocol zab = new ZAB_CT();
        set(zab, "toss_again_interval", text);
        assertEquals(millis, (double) zab.getValue("toss_again_interval"), 1e-12);
    }

    @ParameterizedTest
    @ValueSource(strings = {"5m", "-5", "five", "5,5", "1e-3", "us"})
    void aWrongTimeIsRefused(String text) {
        Throwable e =
                assertThrows(Exception.class, () -> set(new ZAB_CT(), "toss_again_interval", text));
        while (e.getCause() != null) e = e.getCause();
        assertTrue(
                e.getMessage()
                        .contains(
                                "toss_again_interval: expected a time such as 5, 0.5ms, 500us or 1s, got '"
                                        + text
                                        + "'"),
                e::getMessage);
    }

    @Test
    void followersReportTheCoinAndZabHasNoCoin() throws Exception {
        try (TestCluster cluster = cluster(List.of("ZAB_CT_LITE"), "1,2,3").startAll()) {
            int leader = cluster.leader();
            for (int i = 0; i < 30; i++) cluster.put(1 + i % 3, "k" + i, "v");
            int follower = leader % 3 + 1;
            assertEquals(0.5, zab(cluster, follower).getCoinP());
            Wait.until(
                    TestCluster.LIMIT,
                    () -> zab(cluster, follower).getLambda() >= 0,
                    cluster::toString);
            Wait.until(
                    TestCluster.LIMIT,
                    () -> zab(cluster, follower).getDelay() > 0,
                    cluster::toString);
        }
        assertEquals(Double.NaN, new ZAB().getCoinP());
        assertNotEquals("ZAB", new ZAB_CT().getProtocol());
    }

    private static void set(ZabProtocol zab, String attribute, String value) throws Exception {
        ProtocolConfiguration element =
                new ProtocolConfiguration(
                        zab.getClass().getName(), new HashMap<>(Map.of(attribute, value)));
        Configurator.initializeAttrs(zab, element, Util.getIpStackType());
    }
}
