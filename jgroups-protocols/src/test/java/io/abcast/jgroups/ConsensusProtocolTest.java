package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.jgroups.blocks.Codec;
import io.abcast.jgroups.blocks.ReplicatedMap;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jgroups.JChannel;
import org.jgroups.conf.ConfiguratorFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the protocols of the Paxos family in real JGroups stacks, with a replicated map above each protocol. */
class ConsensusProtocolTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Map<Integer, ReplicatedMap<String, String>> running = new TreeMap<>();
    private final Map<Integer, JChannel> channels = new TreeMap<>();
    private final String group = "consensus-" + System.identityHashCode(this);

    @TempDir private Path dir;

    @AfterEach
    void close() {
        for (ReplicatedMap<String, String> map : running.values()) map.close();
    }

    private static String ids(int members) {
        StringBuilder list = new StringBuilder("1");
        for (int id = 2; id <= members; id++) list.append(',').append(id);
        return list.toString();
    }

    private static JChannel channel(String element) throws Exception {
        try (InputStream in = ConfiguratorFactory.getConfigStream("test-stack.xml")) {
            String xml = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            xml = xml.replace("<io.abcast.jgroups.ZAB ", "<io.abcast.jgroups." + element + " ");
            return new JChannel(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
        }
    }

    private void start(String protocol, int members, int id, boolean files) throws Exception {
        JChannel channel = channel(protocol);
        channel.name(group + "/" + id);
        ConsensusProtocol ours = channel.getProtocolStack().findProtocol(ConsensusProtocol.class);
        ours.setMembers(ids(members)).setServerId(id);
        TestKeys.give(ours, dir, members);
        if (files) ours.setDurability("file").setDataDir(dir.resolve("s" + id).toString());
        channels.put(id, channel);
        running.put(id, ReplicatedMap.on(channel, Codec.STRING, Codec.STRING));
        channel.connect(group);
    }

    private void startAll(String protocol, int members, boolean files) throws Exception {
        for (int id = 1; id <= members; id++) start(protocol, members, id, files);
        for (ReplicatedMap<String, String> map : running.values())
            assertTrue(map.broadcast().awaitActive(LIMIT), () -> map.broadcast().reason());
    }

    private ConsensusProtocol protocol(int id) {
        return channels.get(id).getProtocolStack().findProtocol(ConsensusProtocol.class);
    }

    private void put(int id, String key) throws Exception {
        running.get(id).put(key, "by " + id).get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    private String read(int id, String key) throws Exception {
        return running.get(id).getLinearizable(key).get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    @ParameterizedTest
    @CsvSource({"PAXOS, 3", "FAST_PAXOS, 3", "FBP, 7"})
    void replicatesAMapAndReadsLinearizably(String protocol, int members) throws Exception {
        startAll(protocol, members, false);
        for (int i = 0; i < 40; i++) put(1 + i % members, "k" + i);
        for (int i = 0; i < 40; i++)
            assertEquals("by " + (1 + i % members), read(1 + (i + 1) % members, "k" + i));
        assertEquals(members, running.get(1).broadcast().membership().size());
        // With 7 members, FBP needs a quorum of 6 members, so a majority of 4 members is not
        // sufficient.
        Wait.until(
                LIMIT, () -> protocol(1).spareVoters() == 1, () -> "" + protocol(1).spareVoters());
        Wait.until(LIMIT, () -> protocol(1).getDelivered() >= 40, () -> "" + protocol(1).status());
    }

    @ParameterizedTest
    @CsvSource({"PAXOS, 3", "FBP, 7"})
    void keepsOrderingWithoutItsLeaderAndLetsItReturn(String protocol, int members)
            throws Exception {
        startAll(protocol, members, true);
        put(1, "before");
        int leader = 0;
        for (int id : channels.keySet()) if (protocol(id).leading()) leader = id;
        assertTrue(leader != 0, "a member leads");
        running.remove(leader).close();
        int other = leader == 1 ? 2 : 1;
        put(other, "without");
        assertEquals("by " + other, read(leader == 3 ? 2 : 3, "without"));
        start(protocol, members, leader, true);
        assertTrue(running.get(leader).broadcast().awaitActive(LIMIT));
        assertEquals("by " + other, read(leader, "without"));
        put(leader, "again");
        assertEquals("by " + leader, read(other, "again"));
        assertTrue(protocol(leader).isVoter());
    }

    @Test
    void wrongSettingsStopTheStartWithTheExpectedValue() throws Exception {
        List<String> messages = new ArrayList<>();
        for (String element :
                List.of(
                        "FBP members=\"1,2,3,4,5\" server_id=\"1\"",
                        "FAST_PAXOS members=\"1,2,3\" server_id=\"1\" fast_quorum=\"2\"",
                        "PAXOS members=\"1,2,3\" server_id=\"1\" joining=\"true\"",
                        "PAXOS members=\"1,2,3\" server_id=\"1\" window=\"0\"")) {
            try (JChannel channel = channel(element)) {
                ReplicatedMap.on(channel, Codec.STRING, Codec.STRING);
                Exception e = assertThrows(Exception.class, () -> channel.connect("wrong"));
                Throwable cause = e;
                while (cause.getCause() != null) cause = cause.getCause();
                messages.add(cause.getMessage());
            }
        }
        for (String message : messages) assertTrue(message.contains("expected"), message);
        assertTrue(messages.get(0).contains("5f+1"), messages.get(0));
        assertTrue(messages.get(1).contains("fast"), messages.get(1));
    }
}
