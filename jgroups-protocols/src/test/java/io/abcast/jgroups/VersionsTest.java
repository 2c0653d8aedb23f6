package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.jgroups.blocks.Codec;
import io.abcast.jgroups.blocks.ReplicatedMap;
import io.abcast.jgroups.group.AbcastHeader;
import io.abcast.jgroups.group.LaterVersionException;
import io.abcast.jgroups.group.ProtocolIds;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.stack.Protocol;
import org.jgroups.stack.ProtocolStack;
import org.junit.jupiter.api.Test;

/** Tests ensembles in which a low wire_version makes some members act as members of the release before. */
final class VersionsTest {
    private static final class Tap extends Protocol {
        private final Map<Address, Set<Integer>> sent = new ConcurrentHashMap<>();

        @Override
        public Object down(Message message) {
            AbcastHeader header = message.getHeader(ProtocolIds.ZAB_FAMILY);
            if (header != null && header.kind() == AbcastHeader.FRAME)
                sent.computeIfAbsent(message.dest(), a -> ConcurrentHashMap.newKeySet())
                        .add(LaterVersionException.version(message));
            return down_prot.down(message);
        }

        Set<Integer> sentTo(JChannel other) {
            return new TreeSet<>(sent.getOrDefault(other.getAddress(), Set.of()));
        }
    }

    @Test
    void eachPairOfMembersUsesTheHighestCommonVersion() throws Exception {
        Map<Integer, Tap> taps = new TreeMap<>();
        try (TestCluster cluster =
                new TestCluster(
                        "1,2,3",
                        (id, channel) -> {
                            Tap tap = new Tap();
                            taps.put(id, tap);
                            insert(channel, tap);
                            TestCluster.zab(channel).setValue("wire_version", id == 2 ? 1 : 2);
                        })) {
            cluster.startAll();
            for (int id = 1; id <= 3; id++) cluster.put(id, "k" + id, "v");
            cluster.awaitSame();
            // When all members are active, the leader has exchanged messages with each follower,
            // and all members have voted.
            for (int a = 1; a <= 3; a++) {
                for (int b = 1; b <= 3; b++) {
                    if (a == b) continue;
                    int expected = a == 2 || b == 2 ? 1 : 2;
                    assertEquals(
                            Set.of(expected),
                            taps.get(a).sentTo(cluster.channel(b)),
                            "from " + a + " to " + b);
                }
                ZabProtocol zab = TestCluster.zab(cluster.channel(a));
                Wait.until(
                        TestCluster.LIMIT,
                        () -> zab.getWireVersions().equals("1=2 2=1 3=2"),
                        zab::getWireVersions);
                assertEquals(0, zab.getFramesMalformed() + zab.getFramesOfLaterVersion());
            }
        }
    }

    private static void insert(JChannel channel, Protocol protocol) {
        try {
            channel.getProtocolStack()
                    .insertProtocol(protocol, ProtocolStack.Position.BELOW, ZabProtocol.class);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aFrameOfALaterVersionIsCountedAndDropped() throws Exception {
        try (TestCluster cluster = new TestCluster("1,2,3", null).startAll()) {
            ZabProtocol victim = TestCluster.zab(cluster.channel(2));
            for (int i = 0; i < 3; i++)
                cluster.channel(1)
                        .down(
                                new BytesMessage(
                                                cluster.channel(2).getAddress(),
                                                new byte[] {3, 1, 2, 3})
                                        .putHeader(
                                                ProtocolIds.ZAB,
                                                new AbcastHeader(AbcastHeader.FRAME)));
            Wait.until(
                    TestCluster.LIMIT,
                    () -> victim.getFramesOfLaterVersion() == 3,
                    () -> victim.getFramesOfLaterVersion() + " of 3");
            assertEquals(0, victim.getFramesMalformed());
            for (int id = 1; id <= 3; id++) cluster.put(id, "k" + id, "v");
        }
    }

    @Test
    void aVersionThatDoesNotExistStopsTheStart() throws Exception {
        for (int wrong : new int[] {0, 3}) {
            try (TestCluster cluster =
                            new TestCluster(
                                    "1",
                                    (id, channel) ->
                                            TestCluster.zab(channel)
                                                    .setValue("wire_version", wrong));
                    JChannel channel = cluster.channel(1, "1")) {
                ReplicatedMap.on(channel, Codec.STRING, Codec.STRING);
                Exception e = assertThrows(Exception.class, () -> channel.connect(cluster.group));
                assertTrue(
                        e.getMessage().equals("ZAB.wire_version: expected 1 to 2, got " + wrong),
                        e::getMessage);
            }
        }
    }
}
