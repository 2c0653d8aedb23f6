package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.jgroups.blocks.Codec;
import io.abcast.jgroups.blocks.ReplicatedMap;
import io.abcast.jgroups.group.AbcastHeader;
import io.abcast.jgroups.group.ProtocolIds;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.EmptyMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.ObjectMessage;
import org.jgroups.util.AsciiString;
import org.jgroups.util.MessageBatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that each wrong input to a member causes an error message of one clear sentence, and disturbs no other member.
 */
final class BadInputTest {
    private static String startFails(String members, int id, Consumer<ZabProtocol> settings)
            throws Exception {
        try (TestCluster cluster =
                        new TestCluster(
                                members,
                                (i, channel) -> settings.accept(TestCluster.zab(channel)));
                JChannel channel = cluster.channel(id, members)) {
            ReplicatedMap.on(channel, Codec.STRING, Codec.STRING);
            Exception e = assertThrows(Exception.class, () -> channel.connect(cluster.group));
            assertFalse(channel.isConnected());
            return e.getMessage();
        }
    }

    private static void assertStartFails(
            String expected, String members, int id, Consumer<ZabProtocol> settings)
            throws Exception {
        assertEquals(expected, startFails(members, id, settings));
    }

    private static void set(ZabProtocol zab, String attribute, Object value) {
        zab.setValue(attribute, value);
    }

    @Test
    void wrongAttributesStopTheStart() throws Exception {
        assertStartFails(
                "ZAB.id: expected a protocol id of 1024 or more, got 2; the id of the server is the attribute server_id",
                "1,2,3",
                2,
                zab -> zab.setId((short) 2));
        assertStartFails(
                "ZAB.server_id: expected one of the members 1,2,3, got 7", "1,2,3", 7, zab -> {});
        assertStartFails(
                "ZAB.server_id: expected one of the members 1,2,3, got 0", "1,2,3", 0, zab -> {});
        assertStartFails("ZAB.members: server id 2 appears twice", "1,2,2", 1, zab -> {});
        assertStartFails(
                "ZAB.members: expected server ids separated by commas, such as 1,2,3, got ''",
                "",
                1,
                zab -> {});
        assertStartFails(
                "ZAB.members: expected server ids separated by commas, such as 1,2,3, got 'A,B,C'",
                "A,B,C",
                1,
                zab -> {});
        assertStartFails(
                "ZAB.durability: expected memory, file or fsync, got 'disk'",
                "1",
                1,
                zab -> zab.setDurability("disk"));
        assertStartFails(
                "ZAB.data_dir: expected a directory for durability 'fsync', got no directory (durability='memory'"
                        + " needs no directory)",
                "1",
                1,
                zab -> zab.setDurability("fsync"));
        assertStartFails(
                "ZAB.heartbeat_interval: expected at least 1, got 0",
                "1",
                1,
                zab -> set(zab, "heartbeat_interval", 0L));
        assertStartFails(
                "ZAB.election_timeout: expected at least two heartbeat_intervals (200 ms), got 150 ms",
                "1",
                1,
                zab -> set(zab, "election_timeout", 150L));
        assertStartFails(
                "ZAB.pending_max: expected at most 1048576, got 2000000",
                "1",
                1,
                zab -> set(zab, "pending_max", 2_000_000));
    }

    @Test
    void aChannelWithoutReceiverOrWithoutZabIsRefused() throws Exception {
        try (TestCluster cluster = new TestCluster("1", null);
                JChannel bare = cluster.channel(1, "1");
                JChannel other = new JChannel("udp.xml")) {
            Exception e = assertThrows(Exception.class, () -> bare.connect(cluster.group));
            assertTrue(
                    e.getMessage().startsWith("ZAB: expected a receiver, got none"), e::getMessage);
            ReplicatedMap.on(bare, Codec.STRING, Codec.STRING);
            assertThrows(
                    IllegalStateException.class,
                    () -> ReplicatedMap.on(bare, Codec.STRING, Codec.STRING));
            e =
                    assertThrows(
                            IllegalArgumentException.class,
                            () -> ReplicatedMap.on(other, Codec.STRING, Codec.STRING));
            assertTrue(
                    e.getMessage()
                            .startsWith(
                                    "expected a stack with an atomic broadcast protocol, such as"
                                            + " io.abcast.jgroups.ZAB, got "),
                    e::getMessage);
        }
    }

    @Test
    void aDataDirectoryOfAnotherServerOrEnsembleIsRefused(@TempDir Path dir) throws Exception {
        Consumer<ZabProtocol> settings =
                zab -> zab.setDurability("file").setDataDir(dir.toString());
        try (TestCluster cluster =
                new TestCluster("1", (id, channel) -> settings.accept(TestCluster.zab(channel)))) {
            cluster.startAll();
            cluster.put(1, "a", "1");
            String busy = startFails("1", 1, settings);
            assertTrue(busy.contains(dir.toString()), busy);
        }
        String otherServer = startFails("1,2,3", 2, settings);
        assertTrue(
                otherServer.contains(dir.toString()) && otherServer.contains("server 1"),
                otherServer);
        String otherEnsemble = startFails("1,2,3", 1, settings);
        assertTrue(
                otherEnsemble.contains(dir.toString()) && otherEnsemble.contains("1,2,3"),
                otherEnsemble);
        try (TestCluster cluster =
                new TestCluster("1", (id, channel) -> settings.accept(TestCluster.zab(channel)))) {
            cluster.startAll();
            assertEquals(
                    "1",
                    cluster.map(1).getLinearizable("a").get(),
                    "its owner can still use the directory");
        }
    }

    @Test
    void aSecondProcessWithAnIdInUseStopsAndDisturbsNoMember() throws Exception {
        try (TestCluster cluster = new TestCluster("1,2,3", null).startAll()) {
            long elections = cluster.status(1).elections();
            try (JChannel twin = cluster.channel(2, "1,2,3")) {
                ReplicatedMap<String, String> map =
                        ReplicatedMap.on(twin, Codec.STRING, Codec.STRING);
                twin.connect(cluster.group);
                ExecutionException e =
                        assertThrows(
                                ExecutionException.class,
                                () -> map.broadcast().stopped().get(30, TimeUnit.SECONDS));
                assertTrue(
                        e.getCause().getMessage().startsWith("server id 2 is in use by"),
                        e::toString);
                Wait.until(TestCluster.LIMIT, () -> !twin.isConnected(), twin::toString);
            }
            for (int id = 1; id <= 3; id++) cluster.put(id, "k" + id, "v");
            assertEquals(elections, cluster.status(1).elections());
        }
    }

    @Test
    void aProcessOfAnotherEnsembleStopsAndDisturbsNoMember() throws Exception {
        try (TestCluster cluster = new TestCluster("1,2,3", null).startAll()) {
            long elections = cluster.status(1).elections();
            try (JChannel stranger = cluster.channel(4, "1,2,3,4,5")) {
                ReplicatedMap<String, String> map =
                        ReplicatedMap.on(stranger, Codec.STRING, Codec.STRING);
                stranger.connect(cluster.group);
                ExecutionException e =
                        assertThrows(
                                ExecutionException.class,
                                () -> map.broadcast().stopped().get(30, TimeUnit.SECONDS));
                assertTrue(
                        e.getCause().getMessage().contains("'ZAB 1,2,3'")
                                && e.getCause().getMessage().contains("'ZAB 1,2,3,4,5'"),
                        e::toString);
            }
            for (int id = 1; id <= 3; id++) cluster.put(id, "k" + id, "v");
            assertEquals(elections, cluster.status(1).elections());
        }
    }

    @Test
    void malformedFramesAreCountedAndDropped() throws Exception {
        try (TestCluster cluster = new TestCluster("1,2,3", null).startAll()) {
            JChannel from = cluster.channel(1);
            ZabProtocol victim = TestCluster.zab(cluster.channel(2));
            Message[] bad = {
                new BytesMessage(null, new byte[] {1, 2, 3})
                        .putHeader(ProtocolIds.ZAB, new AbcastHeader(AbcastHeader.FRAME)),
                new BytesMessage(null, new byte[0])
                        .putHeader(ProtocolIds.ZAB, new AbcastHeader(AbcastHeader.FRAME)),
                new BytesMessage(null, new byte[] {9})
                        .putHeader(ProtocolIds.ZAB, new AbcastHeader(AbcastHeader.HELLO)),
                new BytesMessage(null, new byte[] {9})
                        .putHeader(ProtocolIds.ZAB, new AbcastHeader((byte) 77)),
                new EmptyMessage().putHeader(ProtocolIds.ZAB, new AbcastHeader(AbcastHeader.FRAME)),
            };
            for (Message message : bad) from.down(message.setDest(cluster.channel(2).getAddress()));
            Wait.until(
                    TestCluster.LIMIT,
                    () -> victim.getFramesMalformed() == bad.length,
                    () -> victim.getFramesMalformed() + " of " + bad.length);
            for (int id = 1; id <= 3; id++) cluster.put(id, "k" + id, "v");
        }
    }

    @Test
    void malformedMessagesOfABatchAreDroppedAndThoseOfOtherProtocolsPass() throws Exception {
        try (TestCluster cluster = new TestCluster("1,2,3", null).startAll()) {
            CompletableFuture<String> heard = new CompletableFuture<>();
            cluster.channel(2)
                    .setReceiver(
                            new org.jgroups.Receiver() {
                                @Override
                                public void receive(Message message) {
                                    heard.complete(message.getObject());
                                }
                            });
            ZabProtocol victim = TestCluster.zab(cluster.channel(2));
            Address from = cluster.channel(1).getAddress();
            MessageBatch batch =
                    new MessageBatch(4)
                            .setSender(from)
                            .setDest(cluster.channel(2).getAddress())
                            .setClusterName(new AsciiString(cluster.group));
            Message bad =
                    new BytesMessage(null, new byte[] {1, 2, 3})
                            .putHeader(ProtocolIds.ZAB, new AbcastHeader(AbcastHeader.FRAME));
            Message alsoBad =
                    new EmptyMessage()
                            .putHeader(ProtocolIds.ZAB, new AbcastHeader(AbcastHeader.HELLO));
            batch.add(bad.setSrc(from)).add(new ObjectMessage(null, "hello").setSrc(from));
            batch.add(alsoBad.setSrc(from));
            victim.up(batch);
            assertEquals("hello", heard.get(10, TimeUnit.SECONDS));
            assertEquals(2, victim.getFramesMalformed());
            batch.clear(); // JGroups reuses the batch object, so no protocol may keep it.
            for (int id = 1; id <= 3; id++) cluster.put(id, "k" + id, "v");
        }
    }

    @Test
    void messagesOfOtherProtocolsOnTheSameChannelPass() throws Exception {
        try (TestCluster cluster = new TestCluster("1,2,3", null).startAll()) {
            CompletableFuture<String> heard = new CompletableFuture<>();
            cluster.channel(3)
                    .setReceiver(
                            new org.jgroups.Receiver() {
                                @Override
                                public void receive(Message message) {
                                    heard.complete(message.getObject());
                                }
                            });
            cluster.channel(1).send(cluster.channel(3).getAddress(), "hello");
            assertEquals("hello", heard.get(10, TimeUnit.SECONDS));
        }
    }

    @Test
    void onlyPayloadsOverTheLimitAreRefused() throws Exception {
        try (TestCluster cluster =
                new TestCluster(
                                "1",
                                (id, channel) ->
                                        set(TestCluster.zab(channel), "payload_bytes_max", 100))
                        .startAll()) {
            AtomicBroadcast broadcast = cluster.map(1).broadcast();
            ExecutionException e =
                    assertThrows(
                            ExecutionException.class,
                            () -> broadcast.abcast(new byte[101]).get(10, TimeUnit.SECONDS));
            AbcastException why = (AbcastException) e.getCause();
            assertEquals(AbcastException.Reason.TOO_LARGE, why.reason());
            assertEquals("ZAB: expected a payload of at most 100 bytes, got 101", why.getMessage());
            assertFalse(why.mayHaveTakenEffect());
            broadcast.abcast(new byte[100]).get(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void moreThanPendingMaxIsRefusedAsBusyAndTheRestIsAnswered() throws Exception {
        try (TestCluster cluster =
                new TestCluster(
                                "1,2,3",
                                (id, channel) -> set(TestCluster.zab(channel), "pending_max", 10))
                        .startAll()) {
            cluster.part(1);
            AtomicBroadcast broadcast = cluster.map(1).broadcast();
            int busy = 0;
            for (int i = 0; i < 100; i++) {
                CompletableFuture<Long> future = broadcast.abcast(new byte[1]);
                if (future.isCompletedExceptionally()) {
                    AbcastException why =
                            (AbcastException)
                                    assertThrows(ExecutionException.class, future::get).getCause();
                    assertEquals(AbcastException.Reason.BUSY, why.reason());
                    assertFalse(why.mayHaveTakenEffect());
                    busy++;
                }
            }
            assertTrue(busy >= 90, busy + " busy");
            assertNull(cluster.map(1).get("nothing"));
        }
    }

    @Test
    void requestsToAMemberThatIsNotRunningFailAtOnce() throws Exception {
        try (TestCluster cluster = new TestCluster("1", null);
                JChannel channel = cluster.channel(1, "1")) {
            ReplicatedMap<String, String> map =
                    ReplicatedMap.on(channel, Codec.STRING, Codec.STRING);
            for (int i = 0; i < 2; i++) {
                AbcastException why =
                        (AbcastException)
                                assertThrows(ExecutionException.class, map.put("a", "b")::get)
                                        .getCause();
                assertEquals(AbcastException.Reason.STOPPED, why.reason());
                assertFalse(why.mayHaveTakenEffect());
                channel.connect(cluster.group);
                channel.disconnect();
            }
        }
    }
}
