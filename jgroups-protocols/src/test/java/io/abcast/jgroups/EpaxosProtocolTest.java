package io.abcast.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.abcast.jgroups.blocks.Codec;
import io.abcast.jgroups.blocks.ReplicatedMap;
import io.abcast.kernel.Interference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jgroups.JChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@link EPAXOS} in real JGroups stacks. */
class EpaxosProtocolTest {
    private static List<String> ofKey(List<String> payloads, String key) {
        return payloads.stream().filter(each -> each.startsWith(key + "=")).toList();
    }

    private static void submitEverywhere(EpaxosCluster cluster, int count, int keys)
            throws Exception {
        List<CompletableFuture<Long>> all = new ArrayList<>();
        for (int i = 0; i < count; i++)
            for (int id = 1; id <= 3; id++)
                all.add(cluster.submit(id, "k" + i % keys + "=" + id + "/" + i));
        for (CompletableFuture<Long> each : all)
            each.get(EpaxosCluster.LIMIT.toSeconds(), TimeUnit.SECONDS);
        cluster.awaitDelivered(3 * count);
    }

    @Test
    void withoutInterferenceThereIsOneTotalOrderWithEqualZxids() throws Exception {
        try (EpaxosCluster cluster = new EpaxosCluster().startAll(Interference.ALL)) {
            submitEverywhere(cluster, 100, 10);
            for (int id = 2; id <= 3; id++) {
                assertEquals(cluster.delivered(1), cluster.delivered(id));
                assertEquals(cluster.recorder(1).zxids(), cluster.recorder(id).zxids());
            }
        }
    }

    @Test
    void withInterferenceRequestsOfOneKeyHaveOneOrder() throws Exception {
        try (EpaxosCluster cluster = new EpaxosCluster().startAll(EpaxosCluster.BY_KEY)) {
            submitEverywhere(cluster, 100, 5);
            for (int k = 0; k < 5; k++)
                for (int id = 2; id <= 3; id++)
                    assertEquals(
                            ofKey(cluster.delivered(1), "k" + k),
                            ofKey(cluster.delivered(id), "k" + k));
        }
    }

    @Test
    void aRestartedMemberContinuesFromItsStorage(@TempDir Path dir) throws Exception {
        try (EpaxosCluster cluster = new EpaxosCluster()) {
            for (int id = 1; id <= 3; id++)
                cluster.start(id, dir.resolve("s" + id), Interference.ALL);
            cluster.awaitActive();
            for (int i = 0; i < 30; i++) cluster.put(1 + i % 3, "before " + i);
            cluster.awaitDelivered(30);
            cluster.kill(2);
            for (int i = 0; i < 10; i++) cluster.put(1 + 2 * (i % 2), "meanwhile " + i);
            cluster.start(2, dir.resolve("s2"), Interference.ALL);
            cluster.awaitActive();
            cluster.put(2, "after");
            cluster.awaitDelivered(41);
            for (int id = 1; id <= 3; id++) {
                assertEquals(cluster.delivered(1), cluster.delivered(id));
                assertTrue(cluster.protocol(id).isVoter(), cluster::toString);
                assertEquals(3, cluster.protocol(id).getVotersLeft());
            }
        }
    }

    @Test
    void aLearnerPassesItsRequestsToAVoterUntilTooFewVotersAreLeft() throws Exception {
        try (EpaxosCluster cluster = new EpaxosCluster().startAll(Interference.ALL)) {
            cluster.put(3, "before");
            cluster.kill(3);
            cluster.put(1, "meanwhile");
            cluster.start(3, null, Interference.ALL);
            cluster.awaitActive();
            cluster.awaitDelivered(2);
            cluster.put(3, "by the learner");
            cluster.awaitDelivered(3);
            assertEquals(cluster.delivered(1), cluster.delivered(3));
            EPAXOS learner = cluster.protocol(3);
            assertTrue(learner.isLearner());
            assertFalse(learner.isVoter());
            assertEquals("LEARNING", learner.getRole());
            Wait.until(
                    EpaxosCluster.LIMIT,
                    () -> cluster.protocol(1).getVotersLeft() == 2,
                    cluster::toString);
            cluster.kill(2);
            Wait.until(
                    EpaxosCluster.LIMIT,
                    () -> cluster.protocol(1).getReason().contains("fewer voters"),
                    cluster::toString);
            for (int id : List.of(1, 3)) {
                Wait.until(
                        EpaxosCluster.LIMIT,
                        () -> !cluster.protocol(id).getReason().isEmpty(),
                        cluster::toString);
                AbcastException why = failure(cluster.submit(id, "too late"));
                assertEquals(AbcastException.Reason.NO_QUORUM, why.reason(), why.getMessage());
                assertFalse(why.mayHaveTakenEffect());
                assertTrue(
                        why.getMessage().contains("members 3 have lost their storages"),
                        why.getMessage());
            }
        }
    }

    private static AbcastException failure(CompletableFuture<?> future) {
        ExecutionException e =
                assertThrows(ExecutionException.class, () -> future.get(30, TimeUnit.SECONDS));
        return (AbcastException) e.getCause();
    }

    @Test
    void aMemberWithAnotherInterferenceIsRefusedWithBothNames() throws Exception {
        try (EpaxosCluster cluster = new EpaxosCluster().startAll(EpaxosCluster.BY_KEY)) {
            cluster.stop(3);
            AtomicBroadcast other = cluster.start(3, null, EpaxosCluster.byKey("test-keys", 2));
            ExecutionException e =
                    assertThrows(
                            ExecutionException.class,
                            () -> other.stopped().get(30, TimeUnit.SECONDS));
            String message = e.getCause().getMessage();
            assertTrue(message.contains("'EPAXOS with keys of test-keys:1 1,2,3'"), message);
            assertTrue(message.contains("'EPAXOS with keys of test-keys:2 1,2,3'"), message);
            assertThrows(AbcastException.class, () -> other.awaitActive(EpaxosCluster.LIMIT));
            cluster.put(1, "k=still ordered");
        }
    }

    @Test
    void aDataDirectoryOfPaxosStopsTheMemberWithBothNames(@TempDir Path dir) throws Exception {
        try (JChannel channel = EpaxosCluster.channel("PAXOS", "1", 1, dir)) {
            AtomicBroadcast paxos = AtomicBroadcast.on(channel, new EpaxosCluster.Recorder());
            channel.connect("alone");
            paxos.abcast(new byte[] {1}).get(30, TimeUnit.SECONDS);
        }
        try (JChannel channel = EpaxosCluster.channel("EPAXOS", "1", 1, dir)) {
            AtomicBroadcast epaxos = AtomicBroadcast.on(channel, new EpaxosCluster.Recorder());
            channel.connect("alone");
            ExecutionException e =
                    assertThrows(
                            ExecutionException.class,
                            () -> epaxos.stopped().get(30, TimeUnit.SECONDS));
            String message = e.getCause().getMessage();
            assertTrue(
                    message.contains(
                            "the data directory belongs to PAXOS, expected EPAXOS with keys of all:1"),
                    message);
        }
    }

    @Test
    void aDataDirectoryOfAnotherEnsembleStopsTheStart(@TempDir Path dir) throws Exception {
        try (JChannel channel = EpaxosCluster.channel("EPAXOS", "1", 1, dir)) {
            AtomicBroadcast broadcast = AtomicBroadcast.on(channel, new EpaxosCluster.Recorder());
            channel.connect("alone");
            broadcast.abcast(new byte[] {1}).get(30, TimeUnit.SECONDS);
        }
        try (JChannel channel = EpaxosCluster.channel("EPAXOS", "1,2,3", 1, dir)) {
            AtomicBroadcast.on(channel, new EpaxosCluster.Recorder());
            Exception e = assertThrows(Exception.class, () -> channel.connect("alone"));
            assertTrue(e.getMessage().contains("members 1"), e.getMessage());
        }
    }

    @Test
    void wrongAttributesStopTheStart() throws Exception {
        assertStops("inline_bytes_max", 65537, "inline_bytes_max: expected 0..65536, got 65537");
        assertStops("inline_bytes_max", -1, "inline_bytes_max: expected 0..65536, got -1");
        assertStops("buffer_bytes_max", 0L, "buffer_bytes_max: expected at least 1, got 0");
    }

    private static void assertStops(String attribute, Object wrong, String why) throws Exception {
        try (JChannel channel = EpaxosCluster.channel("EPAXOS", "1", 1, null)) {
            channel.getProtocolStack().findProtocol(EPAXOS.class).setValue(attribute, wrong);
            AtomicBroadcast.on(channel, new EpaxosCluster.Recorder());
            Exception e = assertThrows(Exception.class, () -> channel.connect("alone"));
            assertTrue(e.getMessage().contains(why), e.getMessage());
        }
    }

    @Test
    void aReadOfAKeyIncludesTheWritesOfOtherMembersThatWereAnswered() throws Exception {
        try (EpaxosCluster cluster = new EpaxosCluster().startAll(EpaxosCluster.BY_KEY)) {
            for (int i = 0; i < 50; i++) {
                String write = "k" + i % 3 + "=" + i;
                cluster.put(1 + i % 3, write);
                int reader = 1 + (i + 1) % 3;
                cluster.broadcast(reader).linearize("k" + i % 3).get(30, TimeUnit.SECONDS);
                assertTrue(cluster.delivered(reader).contains(write), write);
                cluster.broadcast(reader).linearize().get(30, TimeUnit.SECONDS);
            }
        }
    }

    @Test
    void aMapReplicatesAndReadsItsKeysLinearizably() throws Exception {
        List<ReplicatedMap<String, String>> maps = new ArrayList<>();
        try {
            for (int id = 1; id <= 3; id++) {
                JChannel channel = EpaxosCluster.channel("EPAXOS", "1,2,3", id, null);
                EPAXOS protocol = channel.getProtocolStack().findProtocol(EPAXOS.class);
                maps.add(ReplicatedMap.on(channel, Codec.STRING, Codec.STRING));
                assertEquals("ReplicatedMap:1", protocol.getInterference());
                channel.connect("epaxos-map");
            }
            for (ReplicatedMap<String, String> map : maps)
                assertTrue(map.broadcast().awaitActive(EpaxosCluster.LIMIT));
            List<CompletableFuture<String>> writes = new ArrayList<>();
            for (int i = 0; i < 300; i++) writes.add(maps.get(i % 3).put("k" + i % 7, "v" + i));
            for (CompletableFuture<String> write : writes) write.get(30, TimeUnit.SECONDS);
            for (int k = 0; k < 7; k++) {
                String value = maps.get(0).getLinearizable("k" + k).get(30, TimeUnit.SECONDS);
                for (ReplicatedMap<String, String> map : maps)
                    assertEquals(value, map.getLinearizable("k" + k).get(30, TimeUnit.SECONDS));
            }
        } finally {
            for (ReplicatedMap<String, String> map : maps) map.close();
        }
    }

    @Test
    void aPayloadThatTheInterferenceRejectsFailsItsCallerOnly() throws Exception {
        try (EpaxosCluster cluster = new EpaxosCluster().startAll(EpaxosCluster.BY_KEY)) {
            AbcastException why = failure(cluster.submit(2, "no key"));
            assertEquals(AbcastException.Reason.INVALID_PAYLOAD, why.reason());
            assertFalse(why.mayHaveTakenEffect());
            assertTrue(
                    why.getMessage().contains("expected key=value, got 'no key'"),
                    why.getMessage());
            cluster.put(2, "k=valid");
            cluster.awaitDelivered(1);
            assertEquals(List.of("k=valid"), cluster.delivered(2));
        }
    }

    @Test
    void aChangeOfTheMembershipIsRefused() throws Exception {
        try (EpaxosCluster cluster = new EpaxosCluster().startAll(Interference.ALL)) {
            AbcastException why = failure(cluster.broadcast(1).addObserver(4));
            assertEquals(AbcastException.Reason.CHANGE_REFUSED, why.reason());
            assertEquals(
                    "EPAXOS refused add observer 4: the ensemble of this protocol is fixed",
                    why.getMessage());
        }
    }

    @Test
    void figuresShowHowInstancesWereDecided() throws Exception {
        try (EpaxosCluster cluster = new EpaxosCluster().startAll(Interference.ALL)) {
            for (int i = 0; i < 20; i++) cluster.put(1, "alone " + i);
            EPAXOS first = cluster.protocol(1);
            Wait.until(
                    EpaxosCluster.LIMIT,
                    () -> first.getCommitsFast() + first.getCommitsSlow() >= 20,
                    cluster::toString);
            assertTrue(first.getCommitsFast() > 0, cluster::toString);
            assertTrue(first.getCommitTime() > 0);
            assertTrue(first.getExecutionTime() >= first.getCommitTime());
            assertEquals("all:1", first.getInterference());
            assertEquals("VOTING", first.getRole());
            assertEquals(0, first.getLeader());
            assertTrue(first.isActive());
            assertEquals("ok", first.getHealth());
            assertEquals(1, first.spareVoters());
            // After a crash, the other members complete the undecided instances of the crashed
            // member.
            cluster.submit(3, "of the dead member");
            cluster.kill(3);
            cluster.put(2, "of a survivor");
            Wait.until(
                    EpaxosCluster.LIMIT,
                    () ->
                            first.getInstancesUndecided() == 0
                                    && first.getOldestUndecided().isEmpty(),
                    cluster::toString);
        }
    }
}
